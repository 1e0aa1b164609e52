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
export function pluginObjects({ modules, names, ...parts }: Parts): ReadonlyMap<string, StrapiPlugin> {
  const own = new Map(modules.plugins.map((plugin) => [plugin.name, plugin]));
  const all = [...new Set([...names, ...own.keys()])];
  return new Map(
    all.map((name) => [
      name,
      pluginObject(name, { ...parts, routes: own.get(name)?.routes.map(({ exports }) => exports) }),
    ]),
  );
}

function pluginObject(
  name: string,
  parts: Omit<Parts, "modules" | "names"> & { readonly routes: Loose },
): StrapiPlugin {
  const { services, controllers, contentTypes, config, routes = [] } = parts;
  const uid = (member: string) => `plugin::${name}.${member}`;
  const within = <T>(registry: Registry<T>) => {
    const prefix = uid("");
    const members = {};
    for (const each of registry.uids.filter((known) => known.startsWith(prefix))) {
      const descriptor = { enumerable: true, configurable: true, get: () => registry.get(each) as T };
      Object.defineProperty(members, each.slice(prefix.length), descriptor);
    }
    return members as Readonly<Record<string, T>>;
  };
  const types = Object.entries(contentTypes).filter(([each]) => each.startsWith(uid("")));
  return {
    service: (member: string) => services.get(uid(member)) as StrapiService,
    controller: (member: string) => controllers.get(uid(member)) as StrapiController,
    contentType: (member: string) => contentTypes[uid(member)],
    config: (key: string, fallback?: Loose) => config.get(`plugin::${name}.${key}`, fallback),
    get services() {
      return within(services);
    },
    get controllers() {
      return within(controllers);
    },
    contentTypes: Object.fromEntries(types.map(([each, type]) => [each.slice(uid("").length), type])),
    routes,
    policies: {},
    middlewares: name === "users-permissions" ? { rateLimit } : {},
  };
}

/** Strapi's limit of requests, which routes of projects name. */
function rateLimit(_config: unknown, { strapi }: { readonly strapi: StrapiObject }): Loose {
  strapi.log.warn("plugin::users-permissions.rateLimit has no effect: limit such routes in front of the server");
  return (_ctx: unknown, next: () => Promise<unknown>) => next();
}
