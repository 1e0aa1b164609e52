import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import type { LooseDocuments } from "../../../parts/routes/own-route.ts";
import type { Log } from "../../../runtime/log.ts";
import type { ProjectModules } from "../project-modules.ts";
import { currentRealm } from "../realm.ts";
import { createCoreService } from "../services/core-service.ts";
import type { Loose, StrapiController, StrapiObject, StrapiService } from "../strapi-object.ts";
import { withKnownMembers } from "./known-members.ts";
import { modelsOf } from "./models.ts";
import { Registry } from "./registry.ts";
import { strapiConfig } from "./strapi-config.ts";
import { strapiLog } from "./strapi-log.ts";

/** The parts of a `strapi`. */
export interface StrapiParts {
  readonly modules: ProjectModules;
  readonly definition: SchemaDefinition;
  readonly log: Log;
  /** The deployment's settings, which `strapi.config` shows over the settings of files. */
  readonly config: Readonly<Record<string, Loose>>;
  /** The Document Service of the galley for which the code runs now. */
  readonly documents: LooseDocuments;
  /** `documents.use` */
  readonly use: (middleware: Loose) => unknown;
}

/** The `strapi` of a project: what Galley has of it; any other member is refused by name. */
export function createStrapi({ modules, definition, log, config, documents, use }: StrapiParts): StrapiObject {
  const { project } = modules;
  const models = modelsOf(definition);
  const services = new Registry<StrapiService>(
    () => strapi,
    (uid) => (Object.hasOwn(models.contentTypes, uid) ? createCoreService(uid)({ strapi }) : undefined),
  );
  const controllers = new Registry<StrapiController>(() => strapi);
  for (const api of modules.apis) {
    services.addAll(`api::${api.name}`, api.services);
    controllers.addAll(`api::${api.name}`, api.controllers);
  }
  for (const plugin of modules.plugins) {
    services.addAll(`plugin::${plugin.name}`, plugin.services);
    controllers.addAll(`plugin::${plugin.name}`, plugin.controllers);
  }
  const members: Partial<StrapiObject> = {
    documents: Object.assign((uid: string) => documents(uid), { use }) as StrapiObject["documents"],
    service: (uid: string) => services.get(uid) as StrapiService,
    controller: (uid: string) => controllers.get(uid) as StrapiController,
    ...models,
    contentType: (uid: string) => models.contentTypes[uid],
    getModel: (uid: string) => models.contentTypes[uid] ?? models.components[uid],
    config: strapiConfig(modules.config, config),
    log: strapiLog(log),
    requestContext: { get: () => currentRealm()?.request },
    // The panel is another program.
    admin: { services: {}, controllers: {}, routes: {}, policies: {}, contentTypes: {} },
    dirs: dirsOf(project),
    fs: filesOf(project),
    isLoaded: true,
  };
  Object.defineProperties(members, {
    services: { enumerable: true, get: () => services.all },
    controllers: { enumerable: true, get: () => controllers.all },
  });
  const strapi = withKnownMembers(members, "strapi", project) as StrapiObject;
  return strapi;
}

function dirsOf(project: string) {
  const places = {
    root: project,
    ...Object.fromEntries(
      ["api", "components", "extensions", "policies", "middlewares"].map((name) => [name, join(project, "src", name)]),
    ),
    src: join(project, "src"),
    config: join(project, "config"),
  };
  return { dist: places, app: places, static: { public: join(project, "public") } };
}

function filesOf(project: string) {
  const at = (path: string | readonly string[]) => join(project, ...(typeof path === "string" ? [path] : path));
  return {
    writeAppFile: (path: string, text: string) => writeFile(at(path), text),
    appendFile: async (path: string, text: string) =>
      writeFile(at(path), (await readFile(at(path), "utf8").catch(() => "")) + text),
  };
}
