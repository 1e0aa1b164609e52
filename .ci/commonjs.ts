// Builds dist/cjs/ from dist/: the same files as CommonJS modules, for programs that `require` the package. Files stay
// apart, so that all entry points share one instance of common modules, and modules loaded later still are.
import { readFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { relative } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { BUNDLED } from "./bundled.ts";
import { reachableDeclarations, reachableOutputs } from "./reachable.ts";

const OUT = "dist/cjs";
const OUTER_GLOBALS = "./.ci/outer-globals.js";

/** CommonJS packages that use globals which the page of a test environment lacks, or has of its own. */
const OF_NODE = new Set(["@fastify/busboy", "image-size", "tar-stream"]);

/** Installed by their users: from Node 20.19 on ES modules can be required too. */
const PEERS = new Set(Object.keys(JSON.parse(readFileSync("package.json", "utf8")).peerDependencies));

/** Leaves each file with its own `require`s, but takes in packages that cannot be required or need the outer globals. */
const required: Plugin = {
  name: "required",
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, kind, importer }) =>
      kind === "entry-point" || path === OUTER_GLOBALS || isTakenIn(path, importer) ? null : { path, external: true },
    );
  },
};

const LATER = /Promise\.resolve\(\)\.then\(\(\)=>(__toESM\(require\("[^"]+"\)(?:,1)?\))\)/g;

/** Bundlers let a package be absent only where `require` stands within `try` itself, in no function of its own. */
async function requireInPlace(path) {
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace(LATER, "$1"));
}

/** The dependencies of a bundled package are bundled as well: Galley may be unable to require them. */
function isTakenIn(name: string, importer: string): boolean {
  if (isBuiltin(name) || PEERS.has(name)) return false;
  return /[\\/]node_modules[\\/]/.test(importer) || OF_NODE.has(name) || isEsModule(name);
}

/** The package has no CommonJS form: `require` would fail wherever Node does not load ES modules by it, as in Jest. */
function isEsModule(name: string): boolean {
  if (name.startsWith(".")) return false;
  const root = name.split("/", name.startsWith("@") ? 2 : 1).join("/");
  const { type, exports } = JSON.parse(readFileSync(`node_modules/${root}/package.json`, "utf8"));
  return type === "module" && !JSON.stringify(exports ?? {}).includes('"require"');
}

/**
 * @param entries the targets of `require` in package.json: modules, and their declarations.
 * @param metafile what esbuild says of the ES modules.
 */
export async function buildCommonJs(
  entries: readonly { readonly types: string; readonly default: string }[],
  metafile: Metafile,
): Promise<void> {
  const built = entries.map(({ default: path }) => path.replace("/cjs/", "/"));
  const declarations = entries.map(({ types }) => types.replace("/cjs/", "/"));
  const { metafile: written } = await build({
    ...BUNDLED,
    metafile: true,
    entryPoints: [...reachableOutputs(built, metafile)],
    outdir: OUT,
    outbase: "dist",
    format: "cjs",
    packages: undefined,
    splitting: false,
    minifyWhitespace: true,
    supported: { "dynamic-import": false },
    define: { "import.meta.url": "__moduleUrl" },
    banner: { js: 'const __moduleUrl = require("node:url").pathToFileURL(__filename).href;' },
    inject: [OUTER_GLOBALS],
    plugins: [required],
  });
  await Promise.all(Object.keys(written.outputs).map(requireInPlace));
  const types = [...reachableDeclarations(declarations)];
  await Promise.all(types.map((path) => cp(path, `${OUT}/${relative("dist", path)}`)));
  await writeFile(`${OUT}/package.json`, '{ "type": "commonjs" }\n');
}
