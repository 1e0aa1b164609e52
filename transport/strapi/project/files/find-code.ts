import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { type Folder, readFolder } from "./folder.ts";

/**
 * The files under `src` with a project's own code, which is not run here: hooks, routes, controllers, services,
 * policies, middlewares, extensions and plugins. Files as Strapi generates them do nothing of their own and are left
 * out. Paths relative to the project, with slashes, sorted; a plugin is its folder.
 */
export async function findCode(project: string): Promise<string[]> {
  const read = (folder: string) => readFolder(join(project, folder));
  const root = await read("src");
  const code = await ownCode(project, "src", { ...root, folders: [] });
  for (const name of root.folders) {
    const folder = `src/${name}`;
    if (name === "plugins") code.push(...(await read(folder)).folders.map((plugin) => `${folder}/${plugin}`));
    else if (!NO_CODE.has(name)) code.push(...(await ownCode(project, folder, await read(folder))));
  }
  return code;
}

/** The admin panel is another program; components are data. */
const NO_CODE: ReadonlySet<string> = new Set(["admin", "components", "node_modules"]);

/** Deeper than any project's code: links can form a cycle. */
const MAX_DEPTH = 5;

async function ownCode(project: string, folder: string, { files, folders }: Folder, depth = 1): Promise<string[]> {
  const code: string[] = [];
  for (const name of files)
    if (isModule(name) && !(await isGenerated(join(project, folder, name)))) code.push(`${folder}/${name}`);
  if (depth < MAX_DEPTH)
    for (const name of folders) {
      const inner = `${folder}/${name}`;
      code.push(...(await ownCode(project, inner, await readFolder(join(project, inner)), depth + 1)));
    }
  return code;
}

const MODULES: ReadonlySet<string> = new Set([".js", ".cjs", ".mjs", ".ts"]);

function isModule(name: string): boolean {
  return MODULES.has(extname(name)) && !name.endsWith(".d.ts") && !name.startsWith("schema.");
}

/** Bytes. Files with nothing but Strapi's own comments are smaller. */
const MAX_GENERATED = 1024;

async function isGenerated(file: string): Promise<boolean> {
  try {
    if ((await stat(file)).size > MAX_GENERATED) return false;
    const source = await readFile(file, "utf8");
    const text = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "").replace(/\s|^['"]use strict['"];?/gm, "");
    return text === "" || CORE_FACTORY.test(text) || EMPTY_HOOKS.test(text);
  } catch {
    return false;
  }
}

/** `createCoreRouter("api::post.post")` without options. */
const CORE_FACTORY = /createCore(?:Router|Controller|Service)\((['"])[^'"]*\1\);?$/;

/** `src/index` with an empty register and bootstrap. */
const EMPTY_HOOKS = /(?:module\.exports=|exportdefault)\{(?:(?:register|bootstrap)\([^()]*\)\{\},?)*\};?$/;
