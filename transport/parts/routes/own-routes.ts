import { type Issue, type Schema, unknownKeys } from "../../../engine/internal.ts";
import { ConfigError } from "../../config/config-error.ts";
import { type Needs, type Route, Router, type RouteSchema, shapeOf } from "../../http/router.ts";
import { needsOf, typeFaults } from "./needs.ts";
import { ROUTE_METHODS, type RouteCode, type RouteHandler, type RouteOptions } from "./own-route.ts";
import type { AnswerRoute, AroundRequests } from "./route-serving.ts";

/** A route of the user's own. */
export interface OwnRoute {
  readonly method: string;
  /** From the root: `/api/posts/:id`. */
  readonly path: string;
  /** Null: everyone may call it. */
  readonly needs: Needs | null;
  readonly once: boolean;
  readonly answer: AnswerRoute;
  readonly schema?: RouteSchema;
  /** Takes a built-in route away: not listed. */
  readonly isHidden?: true;
  /** Answers a built-in route with the same right, which is listed in its place. */
  readonly isAlias?: true;
}

/** A route that a request is for. */
export interface MatchedRoute {
  readonly route: OwnRoute;
  readonly params: { readonly [name: string]: string };
}

/** Shared by all galleys of a deployment. */
export interface RouteSetting {
  readonly schema: Schema;
  readonly prefix: string;
  /** The routes of the configuration. */
  readonly configured: Router<OwnRoute>;
}

/** A route that a program has added. */
interface Added {
  readonly route: OwnRoute;
  readonly router: Router<OwnRoute>;
}

/** The routes of a project's own code, and what runs around all requests. */
interface OfProject {
  readonly router: Router<OwnRoute>;
  readonly around: AroundRequests | null;
  /** Methods and paths of built-in routes that it replaces. */
  readonly replaced: ReadonlySet<string>;
}

/**
 * The routes of the user's own of one galley: added by programs, the newest first, then from the configuration, then
 * from a project's own code.
 */
export class OwnRoutes {
  readonly #setting: RouteSetting;
  #added: readonly Added[];
  /** Those that `reset` restores. */
  #kept: readonly Added[];
  #ofProject: OfProject;
  /** Those with routes, in the order in which they are asked. */
  #routers: readonly Router<OwnRoute>[] = [];

  constructor(
    setting: RouteSetting,
    added: readonly Added[] = [],
    kept: readonly Added[] = [],
    ofProject: OfProject = { router: routerOf([]), around: null, replaced: new Set() },
  ) {
    this.#setting = setting;
    this.#added = added;
    this.#kept = kept;
    this.#ofProject = ofProject;
    this.#order();
  }

  get isEmpty(): boolean {
    return this.#routers.length === 0 && this.#ofProject.around === null;
  }

  /** Runs around every request; null: nothing does. */
  get around(): AroundRequests | null {
    return this.#ofProject.around;
  }

  /** Serves the routes of a project's own code, in place of earlier ones. */
  useProject(routes: readonly OwnRoute[], around: AroundRequests | null): void {
    const replaced = routes.filter(({ isAlias }) => isAlias !== true).map(keyOf);
    this.#ofProject = { router: routerOf(routes), around, replaced: new Set(replaced) };
    this.#order();
  }

  /** In the order in which they are asked, as they are listed. */
  get routes(): readonly Omit<Route<unknown>, "handle">[] {
    const fixed = [this.#setting.configured, this.#ofProject.router].flatMap(({ routes }) =>
      routes.map(({ handle }) => handle),
    );
    const all = [...this.#added.map(({ route }) => route), ...fixed].filter(
      ({ isHidden, isAlias }) => isHidden !== true && isAlias !== true,
    );
    return all.map(({ method, path, needs, schema }) => ({
      method,
      path,
      describes: OWN_ROUTE,
      ...(needs !== null && { needs }),
      ...(schema && { schema }),
    }));
  }

  /** Another object after every change of the routes. */
  get revision(): object {
    return this.#routers;
  }

  /** Whether code of a project stands in place of a built-in route, or takes it away. */
  replaces(route: Pick<OwnRoute, "method" | "path">): boolean {
    return this.#ofProject.replaced.has(keyOf(route));
  }

  /** The routes so far, for a fork, which adds its own. */
  fork(): OwnRoutes {
    return new OwnRoutes(this.#setting, this.#added, this.#kept, this.#ofProject);
  }

  /** From now on, `reset` restores the routes so far. */
  keep(): void {
    this.#kept = this.#added;
  }

  reset(): void {
    this.#added = this.#kept;
    this.#order();
  }

  /**
   * Adds a route before all others. The returned function removes it; calling it again has no effect.
   *
   * @throws ConfigError with every fault.
   */
  add(pattern: string, options: RouteOptions, handle: RouteHandler): () => void {
    const { schema, prefix } = this.#setting;
    const [method = "", path = ""] = String(pattern).split(" ");
    const issues = [
      ...patternFaults(method, path),
      ...typeFaults(schema, options, []),
      ...unknownKeys(options, OPTIONS),
    ];
    if (typeof handle !== "function")
      issues.push({ path: ["handle"], message: "must be a function, after the options" });
    if (issues.length > 0) throw new ConfigError(`Route ${pattern}`, issues);
    const route: OwnRoute = {
      method,
      path: fullPath(prefix, path),
      needs: options.action === undefined ? null : needsOf(schema, options),
      once: options.once === true,
      answer: answeredBy({ policies: options.policies ?? [], handle }),
      ...(options.schema && { schema: options.schema }),
    };
    const added: Added = { route, router: routerOf([route]) };
    this.#added = [added, ...this.#added];
    this.#order();
    return () => this.#remove(route);
  }

  /** A route that answers once answers no further request. */
  use(route: OwnRoute): void {
    if (route.once) this.#remove(route);
  }

  #remove(route: OwnRoute): void {
    this.#added = this.#added.filter((each) => each.route !== route);
    this.#kept = this.#kept.filter((each) => each.route !== route);
    this.#order();
  }

  /** The routes for requests with this method and raw path, in the order in which they are asked. */
  matching(method: string, path: string): readonly MatchedRoute[] {
    let found: readonly MatchedRoute[] = NONE;
    for (const router of this.#routers) {
      const match = matchIn(router, method, path);
      if (match !== null) found = [...found, match];
    }
    return found;
  }

  /** The methods of the routes with this raw path. */
  methodsAt(path: string): readonly string[] {
    const methods = this.#routers.flatMap((router) => [...(router.find(path)?.endpoint.methods ?? [])]);
    return [...new Set(methods.flatMap(([method, { isHidden }]) => (isHidden === true ? [] : [method])))];
  }

  #order(): void {
    const all = [...this.#added.map(({ router }) => router), this.#setting.configured, this.#ofProject.router];
    this.#routers = all.filter(({ routes }) => routes.length > 0);
  }
}

const NONE: readonly MatchedRoute[] = [];
const NO_PARAMS: MatchedRoute["params"] = {};

/** The operation that describes routes of the user's own in the OpenAPI document. */
export const OWN_ROUTE = "ownRoute";

/** The same for all names of variable segments. */
export function keyOf({ method, path }: Pick<OwnRoute, "method" | "path">): string {
  return `${method} ${shapeOf(path)}`;
}

/** Runs code with the members of `RouteContext`. Its runner is loaded with the first request. */
export function answeredBy(code: RouteCode): AnswerRoute {
  let runner: AnswerRoute | null = null;
  const load: AnswerRoute = async (serving, run) => {
    const { runnerOf } = await import("./run-route.ts");
    runner ??= runnerOf(code);
    return runner(serving, run);
  };
  return (serving, run) => (runner ?? load)(serving, run);
}

export function routerOf(routes: readonly OwnRoute[]): Router<OwnRoute> {
  return new Router(
    routes.map((route) => ({ method: route.method, path: route.path, describes: null, handle: route })),
  );
}

function matchIn(router: Router<OwnRoute>, method: string, path: string): MatchedRoute | null {
  let match = router.find(path);
  // A fixed segment hides a variable one, also where its path goes no further.
  if (match?.endpoint.methods.has(method) !== true) match = router.findHidden(path, method);
  const route = match?.endpoint.methods.get(method);
  if (match === null || route === undefined) return null;
  if (!route.path.includes("/:")) return { route, params: NO_PARAMS };
  const names = route.path.split("/").filter((segment) => segment.startsWith(":"));
  const params = Object.fromEntries(names.map((name, at) => [name.slice(1), match.params[at] ?? ""]));
  return { route, params };
}

/** From the root: `//sitemap.xml` is there already, and a path with the prefix too. */
export function fullPath(prefix: string, path: string): string {
  if (path.startsWith("//")) return path.slice(1);
  return path === prefix || path.startsWith(`${prefix}/`) ? path : `${prefix}${path}`;
}

function patternFaults(method: string, path: string): Issue[] {
  const isMethod = ROUTE_METHODS.some((each) => each === method);
  return [
    ...(isMethod ? [] : [{ path: ["method"], message: `must be one of ${ROUTE_METHODS.join(", ")}` }]),
    ...(path.startsWith("/") ? [] : [{ path: ["path"], message: "must start with a slash, as in GET /posts/popular" }]),
    ...pathFaults(path, ["path"]),
  ];
}

/** The faults of a path with more than fixed segments and names. */
export function pathFaults(path: string, at: readonly string[]): Issue[] {
  const isPlain = path.split("/").every((segment) => /^(?::[\w-]+|[^:*?()]*)$/.test(segment));
  return isPlain ? [] : [{ path: at, message: "may have names, as :id: other patterns are not read" }];
}

const OPTIONS = ["type", "action", "policies", "schema", "once"];
