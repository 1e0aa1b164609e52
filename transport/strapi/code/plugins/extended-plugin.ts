import { isRecord } from "../../../../engine/internal.ts";
import { pluginOf } from "../loading/load-plugins.ts";
import type { ExtensionModule, LoadedModule, PluginModules } from "../project-modules.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";
import { BUILT_IN_ROUTES, type BuiltInRoute } from "./built-in-routes.ts";

interface Extending {
  readonly strapi: StrapiObject;
  /** The plugin as loaded, where it is one of the project. */
  readonly own: PluginModules | undefined;
}

/**
 * A plugin as `src/extensions/NAME/strapi-server` extends it: its controllers, services, policies and middlewares, and
 * the routes that it adds or whose actions it replaces. Built-in actions stay where it leaves them.
 *
 * @throws the error of the extension (rejected).
 */
export async function extendedPlugin(
  { name, server, lifecycles }: ExtensionModule,
  { strapi, own }: Extending,
): Promise<PluginModules> {
  const builtIn = BUILT_IN_ROUTES[name] ?? [];
  const plugin = own === undefined ? builtInPlugin(name, builtIn, strapi) : (own.entry?.exports as Loose);
  // Extensions change what they are given.
  const original = { ...plugin, services: { ...plugin.services } };
  const extension: Loose = server?.exports;
  const extended: Loose =
    typeof extension === "function" ? ((await extension(plugin)) ?? plugin) : { ...plugin, ...extension };
  const file = server?.file ?? "";
  if (own !== undefined) return pluginOf(name, { file, exports: extended });
  const modules = (kind: string): ReadonlyMap<string, LoadedModule> =>
    new Map(
      Object.entries<Loose>(extended[kind] ?? {}).map(([key, value]) => [key, { file, exports: withOwn(value) }]),
    );
  const listed: readonly Loose[] = contentRoutes(extended);
  const added = listed.filter(({ builtIn: at }) => at === undefined);
  const prefix = extended.routes?.["content-api"]?.prefix ?? `/${name}`;
  const routers = {
    added: { type: "content-api", prefix, routes: added },
    builtIn: { type: "content-api", prefix: "", routes: builtIn.flatMap((route) => configured(listed, route) ?? []) },
  };
  return {
    name,
    entry: {
      file,
      exports: {
        register: changedStep(extended, original, "register"),
        bootstrap: changedStep(extended, original, "bootstrap"),
      },
    },
    routes: [{ file, exports: routers }],
    controllers: modules("controllers"),
    services: changedServices(extended, original, file),
    policies: modules("policies"),
    middlewares: modules("middlewares"),
    lifecycles,
  };
}

function contentRoutes({ routes }: Loose): readonly Loose[] {
  const router = routes?.["content-api"];
  return (Array.isArray(router) ? router : (router?.routes ?? [])).filter(isRecord);
}

/** A built-in route with the policies and middlewares that the extension has put before it; null without any. */
function configured(routes: readonly Loose[], { handler, auth, method, path }: BuiltInRoute): Loose | null {
  const { config } =
    routes.find((each) => each.builtIn !== undefined && each.method === method && each.path === path) ?? {};
  const isChanged = config?.policies?.length > 0 || config?.middlewares?.length > 0;
  return isChanged ? { method, path, handler, config: { ...(auth !== undefined && { auth }), ...config } } : null;
}

const BUILT_IN = Symbol("built in");

/** The members of a built-in plugin with the project's changes. */
function withOwn(given: Loose): Loose {
  return BUILT_IN in Object(given) ? { ...given } : given;
}

/** Members that are reached by themselves, and of what the function makes: projects do both. */
function both(members: Loose): Loose {
  return Object.assign(() => members, members, { [BUILT_IN]: true });
}

function builtInPlugin(name: string, builtIn: readonly BuiltInRoute[], strapi: StrapiObject): Loose {
  const plugin = strapi.plugins[name];
  return {
    config: { default: {}, validator() {} },
    contentTypes: Object.fromEntries(
      Object.entries<Loose>(plugin?.contentTypes ?? {}).map(([key, schema]) => [key, { schema }]),
    ),
    controllers: Object.fromEntries(
      Object.entries<Loose>(plugin?.controllers ?? {}).map(([key, members]) => [key, both({ ...members })]),
    ),
    services: Object.fromEntries(
      // Those that Galley lacks are stand-ins, which are functions; code may call what it replaces.
      Object.entries<Loose>(plugin?.services ?? {}).map(([key, service]) => [
        key,
        typeof service === "function" ? () => service : both({ ...service }),
      ]),
    ),
    routes: {
      "content-api": {
        type: "content-api",
        routes: builtIn.map(({ auth: _, ...route }, at) => ({
          ...route,
          config: { policies: [], middlewares: [] },
          builtIn: at,
        })),
      },
      admin: { type: "admin", routes: [] },
    },
    policies: {},
    middlewares: {},
    register() {},
    bootstrap() {},
  };
}

function changedStep(extended: Loose, plugin: Loose, step: string): unknown {
  return extended[step] === plugin[step] ? undefined : extended[step];
}

function changedServices(extended: Loose, plugin: Loose, file: string): ReadonlyMap<string, LoadedModule> {
  const changed = Object.entries<Loose>(extended.services ?? {}).filter(
    ([key, service]) => service !== plugin.services?.[key] || BUILT_IN in Object(service),
  );
  return new Map(changed.map(([key, service]) => [key, { file, exports: withOwn(service) }]));
}
