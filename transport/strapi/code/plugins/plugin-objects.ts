import type { Registry } from "../object/registry.ts";
import type { ProjectModules } from "../project-modules.ts";
import type {
  Loose,
  StrapiConfig,
  StrapiController,
  StrapiObject,
  StrapiPlugin,
  StrapiService,
} from "../strapi-object.ts";

interface Parts {
  readonly modules: ProjectModules;
  readonly names: ReadonlySet<string>;
  readonly services: Registry<StrapiService>;
  readonly controllers: Registry<StrapiController>;
  readonly contentTypes: Readonly<Record<string, Loose>>;
  readonly config: StrapiConfig;
}

/** `strapi.plugin(name)`, for the plugins of Strapi that there are here and those in the project. */
export function pluginObjects(parts: Parts): ReadonlyMap<string, StrapiPlugin> {
  const own = parts.modules.plugins.map(({ name }) => name);
  return new Map([...new Set([...parts.names, ...own])].map((name) => [name, pluginObject(name, parts)]));
}

function pluginObject(name: string, { modules, services, controllers, contentTypes, config }: Parts): StrapiPlugin {
  const prefix = `plugin::${name}.`;
  const within = <T>(registry: Registry<T>) => {
    const members = {};
    for (const uid of registry.uids.filter((known) => known.startsWith(prefix))) {
      const descriptor = { enumerable: true, configurable: true, get: () => registry.get(uid) as T };
      Object.defineProperty(members, uid.slice(prefix.length), descriptor);
    }
    return members as Readonly<Record<string, T>>;
  };
  const types = Object.entries(contentTypes).filter(([uid]) => uid.startsWith(prefix));
  return {
    service: (member: string) => services.get(prefix + member) as StrapiService,
    controller: (member: string) => controllers.get(prefix + member) as StrapiController,
    contentType: (member: string) => contentTypes[prefix + member],
    config: (key: string, fallback?: Loose) => config.get(prefix + key, fallback),
    get services() {
      return within(services);
    },
    get controllers() {
      return within(controllers);
    },
    contentTypes: Object.fromEntries(types.map(([uid, type]) => [uid.slice(prefix.length), type])),
    routes: modules.plugins.find((plugin) => plugin.name === name)?.routes.map(({ exports }) => exports) ?? [],
    policies: {},
    middlewares: name === "users-permissions" ? { rateLimit } : {},
  };
}

/** Strapi's limit of requests, which routes of projects name. */
function rateLimit(_config: unknown, { strapi }: { readonly strapi: StrapiObject }): Loose {
  strapi.log.warn("plugin::users-permissions.rateLimit has no effect: limit such routes in front of the server");
  return (_ctx: unknown, next: () => Promise<unknown>) => next();
}
