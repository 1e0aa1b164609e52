import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { PageFiles } from "./page-files.ts";

/**
 * Bundles the files of a page from its sources and packages. `folder` contains `index.html`, `icon.svg`, `page.css`, and
 * the script `main`; `later` are further scripts that are loaded when first needed.
 */
export async function bundlePage(
  folder: URL,
  main: "main.ts" | "main.tsx",
  later: readonly string[] = [],
): Promise<PageFiles> {
  const sources = fileURLToPath(folder);
  const { outputFiles, metafile } = await build({
    absWorkingDir: sources,
    entryPoints: { page: main, styles: "page.css", ...Object.fromEntries(later.map((name) => [name, `${name}.ts`])) },
    outdir: ".",
    write: false,
    metafile: true,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "external",
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const built = (name: string): string => outputFiles.find(({ path }) => path.endsWith(name))?.text ?? "";
  const source = (name: string): Promise<string> => readFile(`${sources}${name}`, "utf8");
  return {
    "index.html": await source("index.html"),
    "page.js": built("page.js"),
    ...Object.fromEntries(later.map((name) => [`${name}.js`, built(`${name}.js`)])),
    "page.css": built("styles.css"),
    "icon.svg": await source("icon.svg"),
    "licenses.txt": [
      await licensesOf(Object.keys(metafile.inputs).map((path) => `${sources}${path}`)),
      built("page.js.LEGAL.txt"),
    ].join("\n"),
  };
}

/** The licences of the packages that files come from. */
async function licensesOf(paths: readonly string[]): Promise<string> {
  const packages = new Set(paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const texts = [...packages].sort().map(async (folder) => {
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const { license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
    return `${name} (${license})\n\n${file === undefined ? "" : await readFile(`${folder}/${file}`, "utf8")}`;
  });
  return (await Promise.all(texts)).join(`\n${"-".repeat(80)}\n\n`);
}
