import { type ContentType, meantName, type Schema } from "../../../../engine/internal.ts";
import { HttpError } from "../../../http/http-error.ts";
import { type Needs, ownRight } from "../../../http/router.ts";
import { ROUTE_METHODS } from "../../../parts/routes/own-route.ts";
import type { OwnRoute } from "../../../parts/routes/own-routes.ts";
import type { AroundRequests } from "../../../parts/routes/route-serving.ts";
import { corePaths } from "../controllers/core-paths.ts";
import { createCoreController, isBuiltIn } from "../controllers/create-core-controller.ts";
import { SIGNED_IN } from "../plugins/built-in-routes.ts";
import { messageOf } from "../shims/errors.ts";
import type { Loose, StrapiController, StrapiObject } from "../strapi-object.ts";
import { answerRoute } from "./answer-route.ts";
import { aroundRequests } from "./around-requests.ts";
import { type DeclaredRoute, declaredRoutes } from "./declared-routes.ts";
import { scopeOf } from "./request-contexts.ts";
import { type Middleware, resolveMiddlewares, resolvePolicies } from "./resolve-code.ts";
import { hides, type RoutePattern, routePatterns } from "./route-pattern.ts";
import type { RoutedProject } from "./routed-project.ts";

/** The routes of a project's own code, as they are served. */
export interface RoutePlan {
  readonly routes: readonly OwnRoute[];
  readonly around: AroundRequests | null;
  /** Faults of routes that are not served as they are declared. */
  readonly faults: readonly string[];
}

export interface PlanOptions {
  readonly schema: Schema;
  /** First part of every content path, `/api`. */
  readonly prefix: string;
}

/**
 * Plans the routes of a project in Strapi's order: of two that have a path in common, the first answers. Routes that do what
 * the built-in ones do stay with these; built-in ones that the project does not declare are taken away. A route whose code
 * is not there answers 500: without its policies and middlewares it must not answer.
 */
export function planRoutes(project: RoutedProject, options: PlanOptions): RoutePlan {
  const planning = new Planning(project, options);
  for (const route of declaredRoutes(project, (text) => planning.fault(text))) planning.add(route);
  planning.hideUndeclared();
  return planning.plan;
}

/** A path that is taken. */
interface Taken {
  readonly method: string;
  readonly path: string;
  /** From the root. */
  readonly full: string;
  readonly file: string;
  readonly route: DeclaredRoute;
}

class Planning {
  readonly #project: RoutedProject;
  readonly #options: PlanOptions;
  readonly #routes: OwnRoute[] = [];
  readonly #faults: string[] = [];
  readonly #taken: Taken[] = [];

  constructor(project: RoutedProject, options: PlanOptions) {
    this.#project = project;
    this.#options = options;
  }

  get plan(): RoutePlan {
    return { routes: this.#routes, around: this.#around(), faults: this.#faults };
  }

  #around(): AroundRequests | null {
    const { modules, server } = this.#project;
    const configured = modules.config.get("middlewares");
    try {
      const own = resolveMiddlewares(this.#project, "", configured);
      return aroundRequests(this.#project, [...server.outer, ...own, ...server.inner]);
    } catch (error) {
      this.#faults.push(`config/middlewares: ${messageOf(error)}`);
      return async () => {
        throw error;
      };
    }
  }

  fault(text: string): void {
    this.#faults.push(text);
  }

  add(route: DeclaredRoute): void {
    const { method, path, file } = route;
    const patterns = routePatterns(path);
    if (!ROUTE_METHODS.some((each) => each === method)) {
      this.#faults.push(
        `${method} ${path} is not served: there is no such method${meantName(method, ROUTE_METHODS)} (${file})`,
      );
    } else if (patterns === null) {
      this.#faults.push(
        `${method} ${path} is not served: groups that repeat, and patterns that could take long, are not there in Galley (${file})`,
      );
    } else for (const pattern of patterns) this.#addPattern(route, pattern);
  }

  #addPattern(route: DeclaredRoute, pattern: RoutePattern): void {
    const { path } = pattern;
    const { method, file } = route;
    const full = (route.isRooted ? "" : this.#options.prefix) + path;
    const before = this.#taken.find((each) => each.method === method && hides(each.full, full));
    if (before !== undefined) {
      if (before.route === route) return;
      const isSame = hides(full, before.full);
      this.#faults.push(
        isSame
          ? `${method} ${path} is declared twice (${before.file}, ${file}): the first is used`
          : `${method} ${path} is never reached (${file}): ${before.path} stands before it (${before.file})`,
      );
      return;
    }
    // One that some texts do not match hides no other.
    if (pattern.isExact) this.#taken.push({ method, path, full, file, route });
    if (this.#isBuiltIn(route, path)) return;
    const scopes = scopesOf(route);
    const isUsual = this.#corePath(route) === path && route.config.auth === undefined;
    this.#routes.push({
      method,
      path: full,
      needs: needsOf(route, scopes),
      once: false,
      ...((isUsual || pattern.isLonger) && { isAlias: true }),
      answer: this.#answerOf(route, scopes.slice(1), pattern),
    });
  }

  #answerOf(route: DeclaredRoute, scopes: readonly string[], pattern: RoutePattern): OwnRoute["answer"] {
    const { owner, config, method, path, file } = route;
    try {
      const policies = resolvePolicies(this.#project, owner, config.policies);
      const middlewares = resolveMiddlewares(this.#project, owner, config.middlewares);
      const actions = this.#actionsOf(route);
      const { prefix } = this.#options;
      return answerRoute(this.#project, { route, prefix, scopes, policies, middlewares, actions, pattern });
    } catch (error) {
      const message = `${method} ${path} is not served: ${messageOf(error)} (${file})`;
      this.#faults.push(message);
      return async () => {
        throw new Error(message);
      };
    }
  }

  /** Null for the built-in action. @throws Error for an action that is not there. */
  #actionsOf(route: DeclaredRoute): readonly Middleware[] | null {
    const { handler } = route;
    if (typeof handler === "function") return [handler];
    if (Array.isArray(handler)) return handler;
    const { controller, action } = this.#handlerOf(route);
    const run: Loose = controller?.[action];
    if (typeof run !== "function") throw new Error(`Handler not found "${handler}"`);
    if (controller !== undefined && isBuiltIn(controller, action) && this.#corePath(route) === route.path) return null;
    return [(ctx, next) => run.call(controller, ctx, next)];
  }

  #handlerOf({ handler, owner }: DeclaredRoute): { controller: StrapiController | undefined; action: string } {
    const [name, action] = scopeOf(String(handler).trim());
    const { strapi } = this.#project;
    return { controller: controllerOf(strapi, owner, name) ?? this.#usualController(name, owner), action };
  }

  /** The controller of a content type whose api has no file for it. */
  #usualController(name: string, owner: string): StrapiController | undefined {
    const type = this.#typeOf(name, owner);
    return type && createCoreController(type.uid)({ strapi: this.#project.strapi });
  }

  #typeOf(name: string, owner: string): ContentType | undefined {
    const { types } = this.#options.schema;
    return types.get(name) ?? types.get(`${owner}.${name}`);
  }

  /** Whether the built-in route of this path does the same. */
  #isBuiltIn(route: DeclaredRoute, path: string): boolean {
    const { config, handler } = route;
    const isPlain = [config.policies, config.middlewares].every((list) => !Array.isArray(list) || list.length === 0);
    if (!isPlain || config.auth === false || config.auth?.scope !== undefined || typeof handler !== "string")
      return false;
    if (this.#corePath(route) !== path) return false;
    const { controller, action } = this.#handlerOf(route);
    return controller !== undefined && isBuiltIn(controller, action);
  }

  /** Where the built-in route with the action of a route answers. */
  #corePath({ handler, owner, method, isRooted }: DeclaredRoute): string | undefined {
    if (isRooted) return undefined;
    const [name, action] = scopeOf(String(handler).trim());
    const type = this.#typeOf(name, owner);
    if (type === undefined || !type.rest) return undefined;
    return corePaths(type).find((core) => core.action === action && core.method === method)?.path;
  }

  /** Takes away the built-in routes that the files of routes of an api leave out. */
  hideUndeclared(): void {
    const apis = new Set(this.#project.modules.apis.map(({ name }) => `api::${name}`));
    const failed = this.#project.modules.failed.map(({ file }) => /^src\/api\/([^/]+)\/routes\//.exec(file)?.[1]);
    for (const type of this.#options.schema.byPath.values()) {
      const [api = ""] = type.uid.split(".");
      if (apis.has(api) && !failed.includes(api.slice("api::".length))) this.#hide(type);
    }
  }

  #hide(type: ContentType): void {
    for (const { method, path } of corePaths(type)) {
      const full = this.#options.prefix + path;
      const here = this.#taken.filter((each) => hides(each.full, full));
      const isServed = here.some((each) => each.method === method);
      if (isServed) continue;
      const methods = here.map((each) => each.method);
      const answer = refusing(method, methods);
      this.#routes.push({ method, path: full, needs: null, once: false, isHidden: true, answer });
    }
  }
}

/** As a router without the route answers. Strapi's serves files too, so that every path has `GET`. */
function refusing(asked: string, others: readonly string[]): OwnRoute["answer"] {
  return async ({ profile: { unknownPathAllow } }) => {
    const isPath = unknownPathAllow === null ? others.length > 0 : asked !== "GET";
    if (!isPath) throw new HttpError("no route", "Not Found");
    const reads = unknownPathAllow ?? (others.includes("GET") ? "HEAD, GET" : null);
    const allow = [...(reads === null ? [] : [reads]), ...others.filter((method) => method !== "GET")].join(", ");
    throw new HttpError("wrong method", "Method Not Allowed", [["allow", allow]]);
  };
}

function controllerOf(strapi: StrapiObject, owner: string, name: string): StrapiController | undefined {
  const [space, group = ""] = owner.split("::");
  const own = space === "plugin" ? strapi.plugin(group)?.controller(name) : strapi.controller(`${owner}.${name}`);
  return own ?? strapi.controller(name);
}

/** The rights that a route asks for: it names them, or needs the right to its action. */
function scopesOf({ config, handler, owner }: DeclaredRoute): readonly string[] {
  if (Array.isArray(config.auth?.scope)) return config.auth.scope.map(String);
  if (config.auth === SIGNED_IN) return [];
  if (typeof handler !== "string") return [];
  const name = handler.trim();
  return [name.startsWith(`${owner}.`) ? name : `${owner}.${name}`];
}

function needsOf({ config }: DeclaredRoute, [scope]: readonly string[]): Needs | null {
  if (config.auth === false) return null;
  if (config.auth === SIGNED_IN) return "signed in";
  // As in Strapi, no right is asked for, and credentials may be missing, but not wrong.
  if (config.auth?.scope?.length === 0) return "anyone";
  return scope === undefined ? "credentials" : ownRight(...scopeOf(scope));
}
