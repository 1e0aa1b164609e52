import type { Roles } from "../../access/roles.ts";
import type { RowKeys, RowReading } from "../../json-server/json-server-config.ts";
import type { RouteConfig } from "../routes/own-route.ts";

/**
 * Routes of another server, in place of a list of the user's own. `json-server@0`: as json-server 0.17 answers; `json-server@1`: as
 * its version 1; `json-server`: the former, whose parameters do not collide with filters.
 */
export type RoutesName = (typeof ROUTES_NAMES)[number];

export const ROUTES_NAMES = ["json-server", "json-server@0", "json-server@1"] as const;

/** Whether the paths of json-server are served. */
export function isRoutesName(routes: unknown): routes is RoutesName {
  return ROUTES_NAMES.some((name) => name === routes);
}

/** How the rows of a file are read for such routes: json-server answers them as they are written. */
export function rowReadingFor(options: {
  readonly routes?: unknown;
  readonly jsonServer?: RowKeys | undefined;
}): RowReading {
  return { ...options.jsonServer, isExact: isRoutesName(options.routes) };
}

/** The routes of the user's own. */
export function ownRoutesIn(routes: RoutesName | readonly RouteConfig[]): readonly RouteConfig[] {
  return typeof routes === "string" ? [] : routes;
}

/** The rights of visitors of json-server: all. */
export const EVERYONE: Roles = { public: { "*": ["find", "findOne", "create", "update", "delete"] } };
