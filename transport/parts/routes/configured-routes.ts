import type { Schema } from "../../../engine/internal.ts";
import type { OwnActions } from "../../access/roles.ts";
import { ConfigError } from "../../config/config-error.ts";
import type { Log } from "../../runtime/log.ts";
import { needsOf, typeFaults } from "./needs.ts";
import type { RouteConfig } from "./own-route.ts";
import { answeredBy, fullPath, keyOf, type OwnRoute, pathFaults, type RouteSetting, routerOf } from "./own-routes.ts";

interface Deployment {
  readonly schema: Schema;
  readonly prefix: string;
  readonly log: Log;
}

/** The routes of the configuration. Throws ConfigError with every fault. */
export function configuredRoutes(routes: readonly RouteConfig[], { schema, prefix, log }: Deployment): RouteSetting {
  const issues = routes.flatMap((route, at) => [
    ...typeFaults(schema, route, ["routes", String(at)]),
    ...pathFaults(route.path, ["routes", String(at), "path"]),
  ]);
  if (issues.length > 0) throw new ConfigError("Options", issues);
  const first = new Map<string, number>();
  const used: OwnRoute[] = [];
  for (const [at, { method, path, auth, policies = [], handle, schema: described, ...right }] of routes.entries()) {
    const full = fullPath(prefix, path);
    const key = keyOf({ method, path: full });
    const known = first.get(key);
    if (known !== undefined) {
      log.warn({}, `${method} ${path} is declared twice (routes.${known}, routes.${at}): the first is used`);
      continue;
    }
    first.set(key, at);
    const needs = auth === false ? null : needsOf(schema, right);
    used.push({
      method,
      path: full,
      needs,
      once: false,
      answer: answeredBy({ policies, handle }),
      ...(described && { schema: described }),
    });
  }
  return { schema, prefix, configured: routerOf(used) };
}

/** The actions that roles may be granted because routes of the configuration need them. */
export function ownActions(schema: Schema, routes: readonly RouteConfig[]): OwnActions {
  const actions = new Map<string, Set<string>>();
  for (const route of routes) {
    const needs = needsOf(schema, route);
    if (typeof needs !== "object") continue;
    const known = actions.get(needs.type) ?? new Set<string>();
    actions.set(needs.type, known.add(needs.action));
  }
  return actions;
}
