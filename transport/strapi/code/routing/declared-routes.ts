import { isRecord } from "../../../../engine/internal.ts";
import { ROUTE_METHODS } from "../../../parts/routes/own-route.ts";
import { isBuiltInAction } from "../plugins/built-in-controllers.ts";
import { BUILT_IN_ROUTES } from "../plugins/built-in-routes.ts";
import type { LoadedModule } from "../project-modules.ts";
import { messageOf } from "../shims/errors.ts";
import type { Loose, StrapiObject } from "../strapi-object.ts";
import type { RoutedProject } from "./routed-project.ts";

/** A route of a file of routes, as it is declared. */
export interface DeclaredRoute {
  readonly method: string;
  /** Below the prefix, as `/posts/:id`. */
  readonly path: string;
  /** `post.find`, or the code itself. */
  readonly handler: Loose;
  readonly config: Loose;
  /** The api or plugin that it belongs to: `api::post`. */
  readonly owner: string;
  readonly file: string;
  /** From the root, not below the prefix of content. */
  readonly isRooted: boolean;
}

/**
 * The routes of all apis, then of all plugins, in the order in which Strapi asks them. `fault` hears of each file that
 * gives none because its code throws, as a core router without its content type does.
 */
export function declaredRoutes(
  { modules, strapi, server }: RoutedProject,
  fault: (text: string) => void,
): readonly DeclaredRoute[] {
  const inFile = (module: LoadedModule, place: Place): readonly DeclaredRoute[] => {
    try {
      return ofModule(strapi, module, place);
    } catch (error) {
      fault(`${module.file} is not served: ${messageOf(error)}`);
      return [];
    }
  };
  const ofServer = server.declared.flatMap(({ type, file, ...router }) => {
    const place = { owner: "global::server", prefix: "", isRooted: type === null };
    return type === "admin" ? [] : ofRouter(router, file, place);
  });
  const ofApis = modules.apis.flatMap(({ name, routes }) =>
    routes.flatMap((module) => inFile(module, { owner: `api::${name}`, prefix: "" })),
  );
  const ofPlugins = modules.plugins.flatMap(({ name, routes }) =>
    routes.flatMap((module) => inFile(module, { owner: `plugin::${name}`, prefix: `/${name}` })),
  );
  const builtIn = builtInRoutes(strapi, ofPlugins);
  const ofCode = [...ofPlugins, ...builtIn.filter(({ isReplaced }) => isReplaced)];
  const passed = builtIn.filter((each) => !each.isReplaced && ofCode.some((route) => takes(route, each)));
  return [...ofServer, ...ofApis, ...passed, ...ofCode];
}

interface PluginRoute extends DeclaredRoute {
  /** Whether code has replaced its action, in an extension or by assignment. */
  readonly isReplaced: boolean;
}

/** The built-in routes of plugins that are none of the known ones. */
function builtInRoutes(strapi: StrapiObject, known: readonly DeclaredRoute[]): readonly PluginRoute[] {
  return Object.entries(BUILT_IN_ROUTES).flatMap(([name, routes]) =>
    routes.flatMap(({ handler, auth, ...route }) => {
      const [controller = "", action = ""] = handler.split(".");
      const run: Loose = strapi.plugin(name)?.controller(controller)?.[action];
      const isKnown = known.some(({ method, path }) => method === route.method && path === route.path);
      if (typeof run !== "function" || isKnown) return [];
      const config = auth === undefined ? {} : { auth };
      const isReplaced = !isBuiltInAction(run);
      const place = { owner: `plugin::${name}`, file: `plugin ${name}`, isRooted: false };
      return { ...route, handler, config, ...place, isReplaced };
    }),
  );
}

/** Whether a route with parameters would take the requests of a narrower one, as `/users/:id` a request of `/users/me`. */
function takes({ method, path }: DeclaredRoute, narrower: DeclaredRoute): boolean {
  const [own, other] = [path.split("/"), narrower.path.split("/")];
  if (method !== narrower.method || path === narrower.path || own.length !== other.length) return false;
  return own.every((part, at) => part === other[at] || (part.startsWith(":") && other[at]?.startsWith(":") === false));
}

interface Place {
  readonly owner: string;
  /** The prefix of routers that name none. */
  readonly prefix: string;
  readonly isRooted?: boolean;
}

/** A file has one router, or in plugins several by name: lists of routes, or functions that give them. */
function ofModule(strapi: Loose, { file, exports }: LoadedModule, place: Place): readonly DeclaredRoute[] {
  const given: Loose = typeof exports === "function" ? exports({ strapi }) : exports;
  const routers = isRouter(given) ? [given] : Object.values(isRecord(given) ? given : {});
  return routers.flatMap((each) => {
    const router = typeof each === "function" ? each({ strapi }) : each;
    return isRouter(router) ? ofRouter(router, file, place) : [];
  });
}

function isRouter(value: Loose): boolean {
  return Array.isArray(value) || (isRecord(value) && Array.isArray(value.routes));
}

function ofRouter(
  router: Loose,
  file: string,
  { owner, prefix: usual, isRooted = false }: Place,
): readonly DeclaredRoute[] {
  const isPlugin = owner.startsWith("plugin::");
  // The routes of a plugin belong to the admin panel unless they say otherwise.
  const { type = isPlugin ? "admin" : "content-api", prefix = usual } = Array.isArray(router) ? {} : router;
  if (isPlugin && type !== "content-api") return [];
  const routes: readonly Loose[] = Array.isArray(router) ? router : router.routes;
  return routes.filter(isRecord).flatMap(({ method, path, handler, config }: Loose) => {
    const full = `/${config?.prefix !== undefined ? "" : prefix}/${String(path).trim()}`
      .replace(/\/{2,}/g, "/")
      .replace(/(?<=.)\/$/, "");
    const asked = String(method).trim().toUpperCase();
    const methods = asked === "ALL" ? ROUTE_METHODS : [asked];
    return methods.map((each) => ({ method: each, path: full, handler, config: config ?? {}, owner, file, isRooted }));
  });
}
