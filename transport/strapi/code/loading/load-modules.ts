import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { parseEnv } from "node:util";
import { isRecord } from "../../../../engine/internal.ts";
import { configEnv, type Environment } from "../../project/config/config-env.ts";
import { kebabCase } from "../../project/files/find-models.ts";
import { readFolder } from "../../project/files/folder.ts";
import type { ApiModules, ExtensionModule, LoadedModule, ProjectModules } from "../project-modules.ts";
import { messageOf } from "../shims/errors.ts";
import { defining } from "./lacking-package.ts";
import { loadPlugins, packagedPlugins } from "./load-plugins.ts";
import { merged } from "./merged.ts";
import { ModuleLoader, type Shims } from "./module-loader.ts";

const EXTENSIONS: ReadonlySet<string> = new Set([".js", ".cjs", ".mjs", ".ts", ".cts", ".mts"]);

/** Loads the code of a project in Strapi's order: configuration, plugins, extensions, apis, entry. */
export async function loadModules(project: string, environment: Environment, shims: Shims): Promise<ProjectModules> {
  const loader = new ModuleLoader(project, shims);
  const config = await loadConfig(project, environment, loader);
  const plugins = await loadPlugins(project, config.get("plugins"), loader);
  const extensions: ExtensionModule[] = [];
  for (const name of (await readFolder(join(project, "src/extensions"))).folders) {
    extensions.push(await loadExtension(project, name, loader));
  }
  const apis: ApiModules[] = [];
  for (const name of (await readFolder(join(project, "src/api"))).folders) {
    apis.push(await loadApi(project, name, loader));
  }
  return {
    project,
    config,
    plugins,
    extensions,
    apis,
    // As their files are named, unlike the members of an api.
    policies: await loadFolder(project, "src/policies", loader, (name) => name),
    middlewares: await loadFolder(project, "src/middlewares", loader, (name) => name),
    entry: await loadNamed(project, "src", "index", loader),
    failed: loader.failed,
    lacking: loader.lacking,
    packages: await packagedPlugins(project, config.get("plugins"), plugins),
  };
}

async function loadApi(project: string, folder: string, loader: ModuleLoader): Promise<ApiModules> {
  const api = `src/api/${folder}`;
  const loaded = (kind: string) => loadFolder(project, `${api}/${kind}`, loader);
  // In the order in which Strapi reads them.
  const routes = await loaded("routes");
  return {
    name: kebabCase(folder),
    routes: [...routes.values()],
    controllers: await loaded("controllers"),
    services: await loaded("services"),
    policies: await loaded("policies"),
    middlewares: await loaded("middlewares"),
    lifecycles: await loadLifecycles(project, api, loader),
  };
}

async function loadExtension(project: string, name: string, loader: ModuleLoader): Promise<ExtensionModule> {
  const folder = `src/extensions/${name}`;
  return {
    name,
    server: await loadNamed(project, folder, "strapi-server", loader),
    lifecycles: await loadLifecycles(project, folder, loader),
  };
}

/** `content-types/NAME/lifecycles`, by the name of its folder, which is the singular name of the type. */
async function loadLifecycles(
  project: string,
  folder: string,
  loader: ModuleLoader,
): Promise<ReadonlyMap<string, LoadedModule>> {
  const found = new Map<string, LoadedModule>();
  for (const type of (await readFolder(join(project, folder, "content-types"))).folders) {
    const module = await loadNamed(project, `${folder}/content-types/${type}`, "lifecycles", loader);
    if (module !== null) found.set(type, module);
  }
  return found;
}

/** The modules of a folder by their names, alphabetically. */
async function loadFolder(
  project: string,
  folder: string,
  loader: ModuleLoader,
  nameOf = kebabCase,
): Promise<ReadonlyMap<string, LoadedModule>> {
  const files = modulesOf((await readFolder(join(project, folder))).files);
  const found = new Map<string, LoadedModule>();
  for (const name of files) {
    const module = loader.load(`${folder}/${name}`);
    if (module !== null) found.set(nameOf(name.slice(0, -extname(name).length)), module);
  }
  return found;
}

async function loadNamed(
  project: string,
  folder: string,
  name: string,
  loader: ModuleLoader,
): Promise<LoadedModule | null> {
  const { files } = await readFolder(join(project, folder));
  const file = modulesOf(files).find((each) => each.slice(0, -extname(each).length) === name);
  return file === undefined ? null : loader.load(`${folder}/${file}`);
}

function isModule(name: string): boolean {
  return EXTENSIONS.has(extname(name)) && !name.endsWith(".d.ts");
}

/** The modules of a folder: TypeScript, which Strapi compiles, takes the place of JavaScript with the same name. */
function modulesOf(files: readonly string[]): readonly string[] {
  const typed = new Set(files.filter((file) => file.endsWith(".ts")));
  return files.filter((file) => isModule(file) && !(file.endsWith(".js") && typed.has(`${file.slice(0, -3)}.ts`)));
}

/** The values of `config/`, with the values of `config/env/NODE_ENV` merged over them. */
async function loadConfig(
  project: string,
  environment: Environment,
  loader: ModuleLoader,
): Promise<ReadonlyMap<string, unknown>> {
  const env = configEnv(environment);
  const values = new Map<string, unknown>();
  for (const folder of ["config", `config/env/${environment.NODE_ENV ?? "development"}`]) {
    const { files } = await readFolder(join(project, folder));
    for (const file of [...modulesOf(files), ...files.filter((each) => extname(each) === ".json")]) {
      const module = loader.load(`${folder}/${file}`);
      if (module === null) continue;
      const name = file.slice(0, -extname(file).length);
      const value = configOf(module, env, loader);
      values.set(name, merged(values.get(name), value));
    }
  }
  return values;
}

function configOf({ file, exports }: LoadedModule, env: unknown, loader: ModuleLoader): unknown {
  if (typeof exports !== "function") return isRecord(exports) && !Array.isArray(exports) ? { ...exports } : exports;
  try {
    return defining(() => exports({ env }));
  } catch (error) {
    loader.failed.push({ file, reason: messageOf(error) });
    return undefined;
  }
}

/** Gives the process the variables of a project's `.env` that it has not, as Strapi does: code reads them anywhere. */
export async function loadVariables(project: string): Promise<void> {
  const text = await readFile(join(project, ".env"), "utf8").catch(() => "");
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}
