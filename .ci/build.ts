// Builds dist/: declarations by tsc, without a check of the types (npm run types), and one bundle per entry point of
// package.json, with shared code in chunks. A few files load several times faster than the hundreds of sources, and
// tests wait for that load. A page for people is bundled first, and becomes a module that is loaded with the first
// request for it.
//
// Does nothing when dist/ was built from the same sources.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { BUNDLED } from "./bundled.ts";
import { buildCommonJs } from "./commonjs.ts";
import { reachableDeclarations, slashed } from "./reachable.ts";
import { isBuilt, markBuilt } from "./stamp.ts";

/** One form of an entry point in package.json. */
interface Form {
  readonly types: string;
  readonly default: string;
}
type Entry = Partial<Form> & { readonly import?: Form; readonly require?: Form };

const { bin, exports }: { bin: Record<string, string>; exports: Record<string, Entry> } = JSON.parse(
  readFileSync("package.json", "utf8"),
);

const built = [...Object.values(bin), ...Object.values(exports).map((entry) => entry.import?.default ?? entry.default)];
const entryPoints = built
  .filter((path) => path !== undefined)
  .map((path) => path.replace(/^(?:\.\/)?dist\/(.*)\.js$/, "$1.ts"));

/** Puts the files of a page in the place of the module that would bundle them when they are asked for. */
const page: Plugin = {
  name: "page",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](?:graphql[\\/]page|studio)[\\/]page-files\.ts$/ }, async ({ path }) => ({
      contents: packed((await import(pathToFileURL(path).href)).pageFiles),
    }));
  },
};

/** A module of these files, compressed: the package has it twice, and most servers are never asked for a page. */
function packed(files: unknown): string {
  const text = brotliCompressSync(JSON.stringify(files)).toString("base64");
  return `import { Buffer } from "node:buffer";
    import { brotliDecompressSync } from "node:zlib";
    export const pageFiles = JSON.parse(brotliDecompressSync(Buffer.from("${text}", "base64")).toString());`;
}

const options: BuildOptions = {
  entryPoints: [...new Set(entryPoints)],
  outdir: "dist",
  outbase: ".",
  ...BUNDLED,
};

/**
 * Has every part that is loaded later import the library first, which is there by then. Files that the same entry points
 * reach share a chunk, so the library's come in one instead of in one for each way in which others share them.
 */
function libraryFirst(later: ReadonlySet<string>): Plugin {
  const library = `import ${JSON.stringify(resolve("transport/galley.ts"))};\n`;
  return {
    name: "library-first",
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) =>
        later.has(slashed(relative(".", path)))
          ? { contents: library + (await readFile(path, "utf8")), loader: "ts" }
          : null,
      );
    },
  };
}

/** The modules that some `import()` names, without the command line's first one, which tells what a command loads. */
async function loadedLater(): Promise<ReadonlySet<string>> {
  const { metafile } = await build({ ...options, plugins: [page], metafile: true, write: false });
  const inputs = Object.entries(metafile?.inputs ?? {}).filter(([path]) => path !== "transport/cli/main.ts");
  const imports = inputs.flatMap(([, input]) => input.imports);
  const later = imports.filter(({ kind, external }) => kind === "dynamic-import" && !external);
  return new Set(later.map(({ path }) => path));
}

/** Removes the declarations to which no entry leads. */
function keepDeclarations(entries: readonly string[]): void {
  const reached = reachableDeclarations(entries);
  for (const name of readdirSync("dist", { recursive: true, encoding: "utf8" })) {
    const path = slashed(`dist/${name}`);
    if (path.endsWith(".d.ts") && !reached.has(path)) rmSync(path);
  }
}

if (!isBuilt()) {
  process.stderr.write("Galley is built from its sources, which takes some seconds; later starts skip that.\n");
  rmSync("dist", { recursive: true, force: true });
  execFileSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", ".ci/tsconfig.json", "--checkers", "1"], {
    stdio: "inherit",
  });
  keepDeclarations(Object.values(exports).flatMap((entry) => (entry.import ?? entry).types ?? []));
  const plugins = [page, libraryFirst(await loadedLater())];
  const { metafile } = await build({ ...options, plugins, metafile: true });
  await buildCommonJs(
    Object.values(exports).flatMap((entry) => entry.require ?? []),
    metafile,
  );
  markBuilt();
}
