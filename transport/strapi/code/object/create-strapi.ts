import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import type { LooseDocuments } from "../../../parts/routes/own-route.ts";
import type { UserConfig } from "../../../parts/users/user-settings.ts";
import type { Log } from "../../../runtime/log.ts";
import { promised } from "../../../runtime/maybe-later.ts";
import { ofEachCall } from "../around-methods.ts";
import { contentApi } from "../controllers/content-api.ts";
import { refuse } from "../controllers/strapi-error.ts";
import type { Lifecycles } from "../lifecycles/lifecycles.ts";
import { builtInControllers } from "../plugins/built-in-controllers.ts";
import { LACKING_CONTROLLERS, LACKING_SERVICES } from "../plugins/lacking-members.ts";
import { pluginObjects } from "../plugins/plugin-objects.ts";
import type { ApiModules, ProjectModules } from "../project-modules.ts";
import { withCreators } from "../queries/creators.ts";
import { DbQuery } from "../queries/db-query.ts";
import { entityService } from "../queries/entity-service.ts";
import { fixedRows } from "../queries/fixed-rows.ts";
import { documentParams } from "../queries/undefined-values.ts";
import { currentRealm } from "../realm.ts";
import { createCoreService } from "../services/core-service.ts";
import type { Loose, StrapiController, StrapiObject, StrapiPlugin, StrapiService } from "../strapi-object.ts";
import { databaseOf } from "../tables/database.ts";
import { adminPanel, communityEdition, panelService } from "./accepted.ts";
import type { ProjectCron } from "./cron.ts";
import type { EventHub } from "./event-hub.ts";
import { keptByUsers } from "./kept-by-users.ts";
import { keyValues } from "./key-values.ts";
import { modelsOf } from "./models.ts";
import { Registry } from "./registry.ts";
import { standIn } from "./stand-in.ts";
import { addStandIns } from "./stand-in-members.ts";
import { strapiConfig } from "./strapi-config.ts";
import { strapiLog } from "./strapi-log.ts";
import { webhookStore } from "./webhook-store.ts";

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
  readonly lifecycles: Lifecycles;
  readonly eventHub: EventHub;
  readonly cron: ProjectCron;
  /** `strapi.server` */
  readonly server: Loose;
  /** The content for which the code runs now. */
  readonly store: () => Store;
  /** The services of Strapi's plugins by plugin. */
  readonly builtIn: Readonly<Record<string, Readonly<Record<string, Loose>>>>;
  readonly users: UserConfig;
  /** `strapi.db.transaction` */
  readonly transaction: (work: Loose) => Promise<unknown>;
  /** The locales that are served, as rows. */
  readonly locales: () => readonly Loose[];
  /** Tells once what has no effect. */
  readonly note: (text: string) => void;
}

/** Methods of the Document Service that types without drafts do not have. */
const OF_DRAFTS: ReadonlySet<string> = new Set(["publish", "unpublish", "discardDraft"]);

const LOCALES = "plugin::i18n.locale";
const FOLDERS = "plugin::upload.folder";

/** A `strapi`, and the way to give it more code. */
export interface CreatedStrapi {
  readonly strapi: StrapiObject;
  /** Adds services and controllers, in front of the existing ones. */
  add(kind: "api" | "plugin", code: Pick<ApiModules, "name" | "services" | "controllers">): void;
}

/** The `strapi` of a project: what Galley has of it; any other member is refused by name. */
export function createStrapi(parts: StrapiParts): CreatedStrapi {
  const { modules, definition, log, documents, use, lifecycles, eventHub, cron, server, store, builtIn, note } = parts;
  const { project } = modules;
  const models = modelsOf(definition);
  const config = strapiConfig(modules.config, parts.config);
  const services = new Registry<StrapiService>(
    () => strapi,
    (uid) => {
      if (uid.startsWith("admin::")) return panelService(note);
      return Object.hasOwn(models.contentTypes, uid) ? createCoreService(uid)({ strapi }) : undefined;
    },
  );
  const controllers = new Registry<StrapiController>(() => strapi);
  for (const [plugin, members] of Object.entries(builtIn)) {
    for (const name of LACKING_SERVICES[plugin] ?? []) {
      services.set(`plugin::${plugin}.${name}`, standIn(`strapi.plugin("${plugin}").service("${name}")`));
    }
    for (const [name, service] of Object.entries(members)) services.set(`plugin::${plugin}.${name}`, service);
    for (const name of LACKING_CONTROLLERS[plugin] ?? []) controllers.set(`plugin::${plugin}.${name}`, {});
    for (const [name, controller] of Object.entries(builtInControllers(plugin))) {
      controllers.set(`plugin::${plugin}.${name}`, controller);
    }
  }
  const add: CreatedStrapi["add"] = (kind, { name, ...code }) => {
    services.addAll(`${kind}::${name}`, code.services);
    controllers.addAll(`${kind}::${name}`, code.controllers);
  };
  for (const api of modules.apis) add("api", api);
  for (const plugin of modules.plugins) add("plugin", plugin);
  const { contentTypes } = models;
  const plugins = pluginObjects({
    modules,
    names: new Set(Object.keys(builtIn)),
    services,
    controllers,
    contentTypes,
    config,
  });
  const query = (uid: string) => {
    if (/^(?:admin|strapi)::/.test(uid)) {
      const told = () => note(`${uid} is of the admin panel, and empty here`);
      const none = () => {
        told();
        return [];
      };
      return fixedRows(none, told);
    }
    if (uid === FOLDERS)
      return fixedRows(
        () => [],
        () => note("files are in no folders"),
      );
    if (uid === LOCALES) return fixedRows(parts.locales, () => note("locales are those of the configuration"));
    const type = store().engine.schema.types.get(uid);
    if (store().engine.schema.components.has(uid)) {
      throw new Error(`strapi.db.query("${uid}") is not there in Galley: a component is read with its entry`);
    }
    if (type === undefined) throw new Error(`Model ${uid} not found`);
    return ofEachCall(() => new DbQuery(store(), type, lifecycles), withCreators);
  };
  const { transaction } = parts;
  const tableNames = (uid: string) => models.contentTypes[uid]?.collectionName as string | undefined;
  const db = databaseOf({ query, lifecycles, config, transaction, store, tableNames, note });
  // Plugins that are packages are not loaded. A call of one says so; to code, a plugin that nobody names is not there.
  const notLoaded = (name: string): StrapiPlugin | undefined =>
    modules.packages.has(name) ? standIn(`strapi.plugin("${name}")`) : undefined;
  const isRelation = (uid: string, name: string) =>
    /^(?:relation|media)$/.test((models.contentTypes[uid] as Loose)?.attributes?.[name]?.type);
  const hasDrafts = (uid: string) => store().engine.schema.types.get(uid)?.draftAndPublish !== false;
  const documentsOf: StrapiObject["documents"] = Object.assign(
    (uid: string) =>
      ofEachCall(
        () => documents(uid),
        (params, call) =>
          promised(() =>
            withCreators(
              documentParams(params, (name) => isRelation(uid, name)),
              call,
            ),
          ).catch(refuse),
        hasDrafts(uid) ? undefined : OF_DRAFTS,
      ),
    { use },
  );
  const contentType = (uid: string) => models.contentTypes[uid];
  const members: Omit<StrapiObject, "services" | "controllers"> = {
    documents: documentsOf,
    db,
    query,
    contentAPI: contentApi(() => store().engine),
    entityService: entityService({ documents: documentsOf, db, contentType }),
    service: (uid: string) => services.get(uid) as StrapiService,
    controller: (uid: string) => controllers.get(uid) as StrapiController,
    policy: (uid: string) => policyOf(modules, uid),
    plugin: (name: string) => plugins.get(name) ?? notLoaded(name),
    plugins: Object.fromEntries(plugins),
    ...models,
    contentType,
    getModel: (uid: string) => models.contentTypes[uid] ?? models.components[uid],
    config,
    log: strapiLog(log),
    eventHub,
    cron,
    store: keyValues(store, keptByUsers(parts.users)),
    webhookStore: webhookStore(note),
    get(name: string) {
      const found = GIVEN.has(name) ? (strapi as Loose)[NAMED[name] ?? name] : undefined;
      if (found === undefined) throw new Error(`Could not resolve service ${name}`);
      return found;
    },
    // A project's files name their types; the admin panel shows them.
    customFields: { register: () => {} },
    requestContext: { get: () => currentRealm()?.request },
    // The panel is another program.
    admin: adminPanel(note),
    dirs: dirsOf(project),
    fs: filesOf(project),
    isLoaded: true,
    server,
    fetch: globalThis.fetch,
    startupLogger: strapiLog(log),
    ...communityEdition(),
  };
  Object.defineProperties(members, {
    services: { enumerable: true, get: () => services.all },
    controllers: { enumerable: true, get: () => controllers.all },
  });
  addStandIns(members, "strapi");
  const strapi = members as StrapiObject;
  return { strapi, add };
}

/** The names that `strapi.get` knows. */
const GIVEN: ReadonlySet<string> = new Set([
  ...["webhookStore", "eventHub", "config", "customFields", "cron", "store", "db", "requestContext", "documents"],
  ...["entityService", "services", "controllers", "plugins", "admin", "content-types", "logger", "query", "server"],
]);

const NAMED: Readonly<Record<string, string>> = { "content-types": "contentTypes", logger: "log" };

/** `global::x`, or `x` of an api; undefined for none. */
function policyOf({ policies, apis }: ProjectModules, uid: string): Loose {
  const [, owner = "", name = ""] = /^([^:]*::[^.]*)(?:\.(.*))?$/.exec(uid) ?? [];
  const own = apis.find((api) => `api::${api.name}` === owner)?.policies ?? policies;
  return own.get(name || owner.replace("global::", ""))?.exports;
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
