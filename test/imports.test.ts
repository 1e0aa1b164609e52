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
  /** Loaded when it is needed. */
  readonly isLater: boolean;
}

const IMPORT = /^(import|export)\s+(type\s)?[^;"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"|import\("([^"]+)"\)/gm;

function importsOf(folder: string): Import[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const file = join(folder, name);
      return [...readFileSync(join(root, file), "utf8").matchAll(IMPORT)].map(([, , type, from, bare, lazy]) => {
        const of = from ?? bare ?? lazy ?? "";
        const target = of.startsWith(".") ? relative(root, join(root, dirname(file), of)) : of;
        return { file, of: target, typesOnly: type !== undefined, isLater: lazy !== undefined };
      });
    });
}

const FOLDERS = ["engine", "storage", "transport"] as const;
const imports = FOLDERS.flatMap(importsOf);

const folderOf = (path: string) => FOLDERS.find((folder) => path.startsWith(`${folder}/`));
const described = ({ file, of }: Import) => `${file} imports ${of}`;

test("there are imports to look at", () => {
  expect(imports.length).toBeGreaterThan(1000);
});

test("the engine is seen by storage, both by transport, and nobody sees tests or benchmarks", () => {
  const against = imports.filter(({ file, of }) => {
    const [from, to] = [folderOf(file), folderOf(of)];
    if (/^(?:test|bench)\//.test(of)) return true;
    return from !== undefined && to !== undefined && FOLDERS.indexOf(to) > FOLDERS.indexOf(from);
  });
  expect(against.map(described)).toEqual([]);
});

/** The exports of a folder for users, and for the other folders. */
const DOORS = new Set([
  ...FOLDERS.map((folder) => `${folder}/index.ts`),
  "engine/internal.ts",
  "engine/schema/shapes/index.ts",
  "storage/core.ts",
  "storage/internal.ts",
  // An entry point of its own, which is loaded by who uses it.
  "storage/adapters/jetstream/index.ts",
  "storage/adapters/postgres/index.ts",
  "storage/adapters/s3/index.ts",
  "storage/adapters/workers/index.ts",
]);

test("the three folders meet only through their index, or through a core.ts or internal.ts", () => {
  const deep = imports.filter(({ file, of }) => {
    const to = folderOf(of);
    return to !== undefined && to !== folderOf(file) && !DOORS.has(of);
  });
  expect(deep.map(described)).toEqual([]);
});

test("the library loads no storage on a disk: only the command line does, and who imports galley/storage", () => {
  const others = imports.filter(
    ({ file, of, typesOnly }) =>
      of === "storage/internal.ts" && !typesOnly && !/^transport\/cli\//.test(file) && folderOf(file) === "transport",
  );
  expect(others.map(described)).toEqual([]);
});

/** The files and packages that are loaded together with a file. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set([entry]);
  for (const file of loaded) {
    for (const each of imports) if (each.file === file && !each.typesOnly && !each.isLater) loaded.add(each.of);
  }
  return loaded;
}

test.each(["transport/galley.ts", "transport/cli/serve/serve.ts"])(
  "%s loads no package before it is needed",
  (entry) => {
    const outside = [...loadedWith(entry)].filter((of) => folderOf(of) === undefined && !of.startsWith("node:"));
    expect(outside).toEqual(["zod/mini"]);
  },
);

test("the engine needs neither files nor sockets nor a clock", () => {
  const allowed = new Set(["zod/mini", "re2js", "node:module"]);
  const others = imports.filter(
    ({ file, of }) => file.startsWith("engine/") && !of.startsWith("engine/") && !allowed.has(of),
  );
  expect(others.map(described)).toEqual([]);
});

/** Where Galley speaks to a server: one of its own, the holder of a lock, the database, a bucket, or what `galley bench`, `galley pull` or a contract test is given. */
const CLIENTS = [
  "storage/adapters/jetstream/",
  "storage/adapters/postgres/",
  "storage/adapters/s3/",
  "storage/files/lock/kernel-name.ts",
  "transport/adapters/shared/split-request-line.ts",
  "transport/cli/serve/listen.ts",
  "transport/cli/bench/",
  "transport/parts/webhooks/post.ts",
  "transport/testing/contract/contract.ts",
  "transport/twin/source/upstream.ts",
];

test("nothing is fetched from other hosts", () => {
  const speaks = /(?:await|return|=>?) fetch\(|\bconnect\(|from "(?:node:)?(?:https|tls|http2|dgram|dns|undici)"/;
  const files = new Set(imports.map(({ file }) => file));
  const clients = [...files].filter(
    // A page fetches from the server that it comes from.
    (file) => !file.includes("/browser/") && speaks.test(withoutComments(readFileSync(join(root, file), "utf8"))),
  );
  expect(clients.length).toBeGreaterThan(CLIENTS.length - 1);
  expect(clients.filter((file) => !CLIENTS.some((known) => file.startsWith(known)))).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}

/** Each layer may import the layers before it and its own rooms, types included. */
const LAYERS = {
  engine: [
    ["runtime", "error", "issue-text", "rules"],
    ["values"],
    ["access", "schema"],
    ["document", "structures"],
    ["indexes"],
    ["state"],
    ["write", "query"],
    ["engine"],
    ["index", "internal"],
  ],
  "engine/query": [
    ["query", "work-budget", "answer-budget"],
    ["position", "select"],
    ["read-context", "types-read"],
    ["row-source"],
    ["check", "match"],
    ["plan"],
    ["run"],
    ["project"],
    ["evaluate", "explain"],
  ],
  storage: [
    ["error", "report"],
    ["port", "files", "shapes"],
    ["file-store", "snapshot"],
    ["writing", "recovery"],
    ["sharing", "consuming"],
    ["writing/store-options"],
    ["store"],
    ["adapters"],
    ["maintenance", "testing"],
    ["core"],
    ["index", "internal"],
  ],
  // Shared modules of services, the services, modules built over them, and the ways in.
  transport: [
    ["runtime", "config/config-error", "config/refuse-faults", "config/shape-parts"],
    ["http"],
    ["adapters", "runtime/mail", "access/passwords"],
    ["contract"],
    ["access"],
    ["hooks", "json-server", "events", "twin/scrub", "twin/twin-error"],
    ["parts"],
    ["library"],
    ["config"],
    ["strapi"],
    ["compose"],
    ["galley"],
    ["twin"],
    ["testing/contract"],
    ["index", "testing/mounts"],
    ["cli"],
  ],
  // Modules of a feature that others use, the interface of all, the features.
  "transport/parts": [
    ["openapi", "graphql", "operations", "studio", "control", "routes", "webhooks", "schedule"],
    ["contents", "part"],
    [
      ...["rest", "todo", "locales", "uploads", "users", "cron", "json-routes"],
      ...[
        "openapi/part",
        "graphql/part",
        "operations/part",
        "studio/part",
        "control/part",
        "routes/part",
        "webhooks/part",
        "webhooks/webhook-routes",
        "schedule/part",
        "schedule/schedule-runner",
      ],
    ],
  ],
};

test.each(Object.entries(LAYERS))("inside %s imports go one way", (folder, layers) => {
  // A room or a file named with its room stands before the room as a whole.
  const layerOf = (path: string) => {
    const [room = "", name = ""] = path.slice(folder.length + 1).split(/[/.]/);
    const own = layers.findIndex((layer) => layer.includes(`${room}/${name}`));
    return own === -1 ? layers.findIndex((layer) => layer.includes(room)) : own;
  };
  const inside = imports.filter(({ file, of }) => [file, of].every((path) => path.startsWith(`${folder}/`)));
  expect(inside.filter(({ file }) => layerOf(file) === -1).map(described)).toEqual([]);
  expect(inside.filter(({ file, of }) => layerOf(of) > layerOf(file)).map(described)).toEqual([]);
});

test("a folder holds no more entries than a reader takes in at a glance", () => {
  const folders = new Set(imports.flatMap(({ file }) => foldersAbove(file)));
  const sizes = [...folders].map((folder) => ({ folder, entries: readdirSync(join(root, folder)).length }));
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.filter(({ entries }) => entries > 18)).toEqual([]);
});

function foldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}

/** Files that import each other, and why they must. */
const RECURSIONS: { readonly [reason: string]: readonly string[] } = {
  "what is populated may have something populated in it": [
    "engine/query/check/populate/populate-options.ts",
    "engine/query/check/populate/populate-zone.ts",
    "engine/query/check/populate/populate.ts",
  ],
  "a filter behind a relation is a filter": [
    "engine/query/plan/paths/access-path.ts",
    "engine/query/plan/paths/linked-path.ts",
  ],
  "an entry has fields whose types are entries, and lists and unions of them": [
    "transport/parts/graphql/schema/entry-type.ts",
    "transport/parts/graphql/schema/morph.ts",
    "transport/parts/graphql/schema/node-types.ts",
    "transport/parts/graphql/schema/v4-fields.ts",
    "transport/parts/graphql/schema/zone.ts",
  ],
  "a component of a form has fields, which may be components": [
    "transport/parts/studio/browser/entry/form/component-field.tsx",
    "transport/parts/studio/browser/entry/form/entry-form.tsx",
    "transport/parts/studio/browser/entry/form/field.tsx",
  ],
};

test("files import each other only where what they describe is recursive, and within one room", () => {
  const known = Object.values(RECURSIONS).map((files) => files.join(" "));
  for (const files of Object.values(RECURSIONS)) expect(new Set(files.map(dirname)).size).toBe(1);
  expect(
    circlesIn(imports)
      .map((files) => files.join(" "))
      .sort(),
  ).toEqual(known.sort());
});

/** Tarjan's algorithm: the strongly connected components of more than one file. */
function circlesIn(all: readonly Import[]): string[][] {
  const targets = new Map<string, Import[]>();
  for (const each of all) targets.set(each.file, [...(targets.get(each.file) ?? []), each]);
  const found = new Map<string, { number: number; low: number; open: boolean }>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string) => {
    const own = { number: found.size, low: found.size, open: true };
    found.set(file, own);
    stack.push(file);
    for (const { of } of targets.get(file) ?? []) {
      const other = found.get(of) ?? visit(of);
      if (other.open) own.low = Math.min(own.low, other.low);
    }
    if (own.low < own.number) return own;
    const circle = stack.splice(stack.indexOf(file));
    for (const each of circle) Object.assign(found.get(each) ?? own, { open: false });
    if (circle.length > 1) circles.push(circle.sort());
    return own;
  };
  for (const file of targets.keys()) if (!found.has(file)) visit(file);
  return circles;
}
