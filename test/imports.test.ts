import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Import {
  readonly file: string;
  /** A file from the root, or the name of a package. */
  readonly of: string;
  readonly typesOnly: boolean;
}

const IMPORT = /^(import|export)\s+(type\s)?[^;"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|import\("([^"]+)"\)/gm;

function importsOf(folder: string): Import[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => {
      const file = join(folder, name);
      return [...readFileSync(join(root, file), "utf8").matchAll(IMPORT)].map(([, , type, from, bare, lazy]) => {
        const of = from ?? bare ?? lazy ?? "";
        const target = of.startsWith(".") ? relative(root, join(root, dirname(file), of)) : of;
        return { file, of: target, typesOnly: type !== undefined };
      });
    });
}

const FOLDERS = ["engine", "storage", "transport"] as const;
const imports = FOLDERS.flatMap(importsOf);

const folderOf = (path: string) => FOLDERS.find((folder) => path.startsWith(`${folder}/`));
const told = ({ file, of }: Import) => `${file} imports ${of}`;

test("there are imports to look at", () => {
  expect(imports.length).toBeGreaterThan(1000);
});

test("the engine is seen by storage, both by transport, and nobody sees tests or benchmarks", () => {
  const against = imports.filter(({ file, of }) => {
    const [from, to] = [folderOf(file), folderOf(of)];
    if (/^(?:test|bench)\//.test(of)) return true;
    return from !== undefined && to !== undefined && FOLDERS.indexOf(to) > FOLDERS.indexOf(from);
  });
  expect(against.map(told)).toEqual([]);
});

/** What a folder has for users, and what it has for the other two besides. */
const DOORS = new Set([...FOLDERS.map((folder) => `${folder}/index.ts`), "engine/internal.ts"]);

test("the three folders meet only through their index, or through what the engine has for them alone", () => {
  const deep = imports.filter(({ file, of }) => {
    const to = folderOf(of);
    return to !== undefined && to !== folderOf(file) && !DOORS.has(of);
  });
  expect(deep.map(told)).toEqual([]);
});

test("the engine needs neither files nor sockets nor a clock", () => {
  const allowed = new Set(["zod/v3", "re2js", "node:module"]);
  const others = imports.filter(
    ({ file, of }) => file.startsWith("engine/") && !of.startsWith("engine/") && !allowed.has(of),
  );
  expect(others.map(told)).toEqual([]);
});

/** Where Galley speaks to a server: one of its own, or the one that `galley bench` is given. */
const CLIENTS = ["transport/adapters/shared/split-request-line.ts", "transport/cli/listen.ts", "transport/cli/bench/"];

test("nothing is fetched from other hosts", () => {
  const speaks = /(?:await|return|=>?) fetch\(|\bconnect\(|from "(?:node:)?(?:https|tls|http2|dgram|dns|undici)"/;
  const files = new Set(imports.map(({ file }) => file));
  const clients = [...files].filter(
    // What a page asks, it asks of the server that it comes from.
    (file) => !file.includes("/browser/") && speaks.test(withoutComments(readFileSync(join(root, file), "utf8"))),
  );
  expect(clients.length).toBeGreaterThan(CLIENTS.length - 1);
  expect(clients.filter((file) => !CLIENTS.some((known) => file.startsWith(known)))).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}

/** Each may import what stands before it, and its own; types also against it. */
const LAYERS = [
  ["error", "issue-text", "access", "env", "rules"],
  ["values"],
  ["schema"],
  ["document", "structures"],
  ["indexes"],
  ["state"],
  ["write", "query"],
  ["engine"],
  ["index", "internal"],
];

test("inside the engine imports go one way", () => {
  const layerOf = (path: string) => {
    const [, name = ""] = /^engine\/([^/.]+)/.exec(path) ?? [];
    return LAYERS.findIndex((layer) => layer.includes(name));
  };
  const inside = imports.filter(({ file, of }) => file.startsWith("engine/") && of.startsWith("engine/"));
  expect(inside.filter(({ file }) => layerOf(file) === -1).map(told)).toEqual([]);
  const against = inside.filter(({ file, of, typesOnly }) => !typesOnly && layerOf(of) > layerOf(file));
  expect(against.map(told)).toEqual([]);
});
