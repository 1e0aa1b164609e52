import { createRequire, type Module } from "node:module";
import { isAbsolute, relative } from "node:path";

type Load = (path: string) => unknown;

/** How the TypeScript of each project is loaded, by its folder. */
const projects = new Map<string, Load>();

/**
 * Lets the `require` of Node.js itself load the TypeScript of a project, as it loads the compiled project in Strapi: code
 * has such a `require` by `createRequire`, and in files that Node.js runs.
 */
export function nativeTypeScript(project: string, load: Load): void {
  if (projects.size === 0) install();
  projects.set(project, load);
}

function install(): void {
  const { extensions } = createRequire(import.meta.url);
  for (const extension of [".ts", ".cts"]) {
    const usual = extensions[extension] ?? extensions[".js"];
    extensions[extension] = (module: Module, path: string) => {
      const load = [...projects].find(([project]) => isInside(project, path))?.[1];
      if (load === undefined) usual?.(module, path);
      else module.exports = load(path);
    };
  }
}

function isInside(project: string, path: string): boolean {
  const inside = relative(project, path);
  return !inside.startsWith("..") && !isAbsolute(inside) && !/(?:^|[\\/])node_modules[\\/]/.test(inside);
}
