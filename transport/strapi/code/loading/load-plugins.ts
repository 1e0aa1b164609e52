import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import { isRecord, type UnknownRecord } from "../../../../engine/internal.ts";
import type { LoadedModule, PluginModules } from "../project-modules.ts";
import type { ModuleLoader } from "./module-loader.ts";

/** Where the entry of a plugin is, in its folder: what its `package.json` names, then the places of its sources. */
const ENTRIES = [
  "strapi-server.js",
  "strapi-server.ts",
  "server/src/index.ts",
  "server/src/index.js",
  "server/index.js",
  "server/index.ts",
  "dist/server/index.js",
];

/** The plugins in the project that `config/plugins` switches on. Those that are packages are not loaded. */
export async function loadPlugins(project: string, config: unknown, loader: ModuleLoader): Promise<PluginModules[]> {
  const found: PluginModules[] = [];
  for (const [name, given] of Object.entries(isRecord(config) ? config : {})) {
    const folder = isRecord(given) && given.enabled !== false ? folderOf(project, given.resolve) : null;
    if (folder === null) continue;
    const files = ENTRIES.map((entry) => `${folder}/${entry}`).filter((each) => existsSync(join(project, each)));
    // An entry may name what a build makes of the sources, which are there.
    const entry = loader.loadFirst(files);
    if (entry !== null) found.push(pluginOf(name, entry));
  }
  return found;
}

/** The names of packages with a plugin have it before the plugin's. */
const PACKAGE = "plugin-";

/** The names of the plugins that are packages, named by the configuration or by package.json. */
export async function packagedPlugins(
  project: string,
  config: unknown,
  loaded: readonly PluginModules[],
): Promise<ReadonlySet<string>> {
  const value: unknown = await readFile(join(project, "package.json"), "utf8")
    .then(JSON.parse)
    .catch(() => null);
  const dependencies = isRecord(value) && isRecord(value.dependencies) ? Object.keys(value.dependencies) : [];
  const installed = dependencies.flatMap((name) => {
    const place = name.search(/(?:^|[/-])plugin-./);
    return place === -1 ? [] : [name.slice(name.indexOf(PACKAGE, place) + PACKAGE.length)];
  });
  const configured = Object.entries(isRecord(config) ? config : {}).flatMap(([name, given]) =>
    isRecord(given) && given.enabled === false ? [] : [name],
  );
  const own = new Set(loaded.map(({ name }) => name));
  return new Set([...configured, ...installed].filter((name) => !own.has(name)));
}

/** Relative to the project; null for a package. */
function folderOf(project: string, resolve: unknown): string | null {
  if (typeof resolve !== "string" || !(resolve.startsWith(".") || isAbsolute(resolve))) return null;
  const inside = relative(project, join(isAbsolute(resolve) ? "" : project, resolve)).replaceAll("\\", "/");
  return existsSync(join(project, inside)) ? inside : null;
}

/** The parts of a plugin, from what its entry gives. */
export function pluginOf(name: string, { file, exports }: LoadedModule): PluginModules {
  const given: unknown = typeof exports === "function" ? exports({}) : exports;
  const plugin: UnknownRecord = isRecord(given) ? given : {};
  const modules = (kind: string) =>
    new Map(membersOf(plugin[kind]).map(([name, value]) => [name, { file, exports: value }] as const));
  return {
    name,
    entry: { file, exports: plugin },
    routes: routersOf(plugin.routes).map((router) => ({ file, exports: router })),
    controllers: modules("controllers"),
    services: modules("services"),
    policies: modules("policies"),
    middlewares: modules("middlewares"),
    lifecycles: new Map(
      membersOf(plugin.contentTypes).flatMap(([type, value]) =>
        isRecord(value) && isRecord(value.lifecycles) ? [[type, { file, exports: value.lifecycles }] as const] : [],
      ),
    ),
  };
}

function membersOf(value: unknown): [string, unknown][] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** A list of routes is one of the admin panel; else routers by name. */
function routersOf(routes: unknown): readonly unknown[] {
  if (Array.isArray(routes)) return [{ type: "admin", routes }];
  return membersOf(routes).map(([, router]) => router);
}
