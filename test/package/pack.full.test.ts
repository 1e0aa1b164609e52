import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { runToEnd, withServer } from "../support/servers/command-line.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

let folder: string;
let files: readonly string[];
/** Name of the archive in the folder. */
let archive: string;

/** The package as a user has it: packed from the last build and installed into an empty folder. */
beforeAll(async () => {
  expect(existsSync(join(root, packageJson.bin.galley)), "npm run build comes first").toBe(true);
  folder = await mkdtemp(join(tmpdir(), "galley-pack-"));
  // `npm test` has just built it, and other tests may be reading it.
  const { stdout } = await run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], {
    cwd: root,
  });
  const [packed] = JSON.parse(stdout);
  archive = packed.filename;
  files = packed.files.map(({ path }: { path: string }) => path);
  await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", `./${packed.filename}`], { cwd: folder });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the package", () => {
  test("holds the build output, and no sources, tests or benchmarks", () => {
    const others = files.filter((path) => !/^(?:dist|docs)\//.test(path));
    expect([...others].sort()).toEqual(["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "package.json"]);
    const built = files.filter((path) => path.startsWith("dist/"));
    const expected =
      /^dist\/(?:cjs\/package\.json|(?:cjs\/)?(?:chunks\/.*\.js|(?:engine|storage|transport)\/.*(?:\.js|\.d\.ts)))$/;
    expect(built.filter((path) => !expected.test(path))).toEqual([]);
  });

  test("has declarations that need the types of no package that is hidden inside", () => {
    const declarations = files.filter((path) => path.endsWith(".d.ts"));
    const texts = declarations.map((path) => readFileSync(join(root, path), "utf8"));
    const named = texts.flatMap((text) =>
      [...text.matchAll(/(?:from|import\()\s*"([^."][^"]*)"/g)].map(([, name]) => name),
    );
    // Installed by users of `galley/msw` and `galley/vitest`.
    expect(new Set(named.filter((name) => !name?.startsWith("node:")))).toEqual(new Set(["msw", "vitest"]));
  });

  test("meets the expectations of npm, Node and bundlers (publint)", async () => {
    const { messages, pkg } = await publint({ pkgDir: join(folder, "node_modules/galley"), pack: false, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test("resolves with its types under every kind of resolution (arethetypeswrong)", async () => {
    const data = createPackageFromTarballData(readFileSync(join(folder, archive)));
    // One of each form of entry: the others differ in nothing that is asked here, and take seconds each.
    const checked = await checkPackage(data, { entrypoints: [".", "./testing/storage"] });
    if (!checked.types) throw new Error("There are no types");
    expect(checked.problems).toEqual([]);
  });

  test("runs as a command", async () => {
    const program = [join(folder, "node_modules/galley", packageJson.bin.galley)];
    expect(await runToEnd(["--version"], { folder, program })).toEqual({
      code: 0,
      out: `${packageJson.version}\n`,
      errors: "",
    });
    // The package does not bring the fast listener, and says how to get it.
    expect((await runToEnd(["--version", "--verbose"], { folder, program })).out).toMatch(
      /^listener node:http\n.*npm install uWebSockets\.js@npm:uwebsockets@\d/m,
    );
    const args = ["--port", "0", "--data", "memory", "--graphql"];
    await withServer(args, { folder, program }, async (_server, url) => {
      expect((await fetch(`${url}/api/posts`)).status).toBe(200);
      const page = await (await fetch(`${url}/graphql`, { headers: { accept: "text/html" } })).text();
      expect((await fetch(`${url}/${/src="([^"]+)"/.exec(page)?.[1]}`)).status).toBe(200);
    });
  });

  test("fails where it has to fail", async () => {
    const program = [join(folder, "node_modules/galley", packageJson.bin.galley)];
    expect((await runToEnd(["absent"], { folder, program })).code).toBe(1);
  });

  test("is imported under every name that it exports", async () => {
    // The others work inside of a test runner or a library that is not there: the examples of docs/testing.md run them.
    const mounts = Object.keys(packageJson.peerDependencies).map((peer) => `./${peer}`);
    const names = Object.keys(packageJson.exports).filter((name) => !name.endsWith(".json") && !mounts.includes(name));
    const script = `
      for (const name of ${JSON.stringify(names)}) {
        const exported = Object.keys(await import(name.replace(".", "galley")));
        if (exported.length === 0) throw new Error(name);
      }
      const { createGalley } = await import("galley");
      const galley = await createGalley({ schema: { contentTypes: {} }, todo: true });
      console.log((await galley.fetch(new Request("http://galley.test/todos"))).status);
      await galley.close();`;
    await writeFile(join(folder, "import.js"), script);
    expect(await runToEnd([], { folder, program: ["import.js"] })).toEqual({ code: 0, out: "200\n", errors: "" });
  });

  test("is required under every name that it exports, as one instance", async () => {
    const names = Object.entries(packageJson.exports).flatMap(([name, entry]) =>
      typeof entry === "object" && "require" in entry && name !== "./msw" ? [name.replace(".", "galley")] : [],
    );
    const script = `
      for (const name of ${JSON.stringify(names)}) {
        if (Object.keys(require(name)).length === 0) throw new Error(name);
      }
      const { createGalley, EngineError } = require("galley");
      if (EngineError !== require("galley/engine").EngineError) throw new Error("two instances");
      createGalley({ schema: { contentTypes: {} }, graphql: true }).then(async (galley) => {
        console.log((await galley.fetch("/_health")).status);
        await galley.close();
      });`;
    await writeFile(join(folder, "require.cjs"), script);
    expect(await runToEnd([], { folder, program: ["require.cjs"] })).toEqual({ code: 0, out: "200\n", errors: "" });
  });

  test("needs less than 30 MB with all dependencies", async () => {
    const { stdout } = await run("du", ["--summarize", "--block-size=1K", join(folder, "node_modules")]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(30 * 1024);
  });

  test("brings its types", async () => {
    const source = `
      import { createGalley, defineConfig, type Galley, type GalleyConfig } from "galley";
      import { MemoryStorage } from "galley/storage";
      export const config = { roles: { public: { "*": ["find"] } } } satisfies GalleyConfig;
      // @ts-expect-error: there is no such profile
      defineConfig({ profile: "other" });
      export const galley: Promise<Galley> = createGalley({
        ...config,
        schema: { contentTypes: {} },
        storage: new MemoryStorage(),
      });`;
    await writeFile(join(folder, "types.ts"), source);
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
    const strict = [
      "--strict",
      "--noEmit",
      "--module",
      "nodenext",
      "--target",
      "es2023",
      "--lib",
      "es2023,esnext.disposable",
    ];
    const { code, out } = await runToEnd([...types, ...strict, "types.ts"], { folder, program: [compiler] });
    expect({ code, out }).toEqual({ code: 0, out: "" });
  });
});
