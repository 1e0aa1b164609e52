import type { Access } from "../../engine/internal.ts";
import type { Needs, Right, Route, RouteSchema } from "./router.ts";

/** One route of a galley, and who may call it. */
export interface RouteInfo {
  readonly method: string;
  /** With its variable segments: `/api/posts/:documentId`. */
  readonly path: string;
  /** The right that a caller needs; null for routes that everyone may call. */
  readonly needs: Needs | null;
  /** `public` for everyone, `role NAME`, `token NAME`, and `user` for every signed-in user. */
  readonly callers: readonly string[];
  /** Whether everyone may call it, signed in or not, by whichever token. */
  readonly everyone: boolean;
}

/** With what describes it in the OpenAPI document, as `Route` has it. */
export interface ListedRoute extends RouteInfo {
  readonly describes: string | null;
  readonly schema?: RouteSchema;
}

/** A possible caller, and its access. */
export interface NamedAccess {
  readonly name: string;
  readonly access: Access;
  /** Has every right. */
  readonly isFull: boolean;
  may(right: Right): boolean;
}

/** A service with routes to list. */
interface Routed {
  readonly router: { readonly routes: readonly Omit<Route<unknown>, "handle">[] };
}

/** The routes of services, in order; of `known` callers, each names the ones who may call it. */
export function listRoutes(services: readonly Routed[], known: readonly NamedAccess[]): readonly ListedRoute[] {
  return services.flatMap(({ router }) =>
    router.routes
      .filter(({ isAlias }) => isAlias === undefined)
      .map(({ method, path, needs = null, describes, schema }) => {
        const callers = callersOf(needs, known);
        const everyone = needs === null || callers.length === known.length;
        return { method, path, needs, callers, everyone, describes, ...(schema && { schema }) };
      }),
  );
}

function callersOf(needs: Needs | null, known: readonly NamedAccess[]): readonly string[] {
  if (needs === null) return ["public"];
  if (needs === "anyone") return known.map(({ name }) => name);
  if (needs === "signed in") return ["user"];
  if (needs === "credentials") return known.filter(({ access }) => access.authenticated).map(({ name }) => name);
  return known.filter((each) => (needs === "full access" ? each.isFull : each.may(needs))).map(({ name }) => name);
}
