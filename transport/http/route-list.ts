import type { Access } from "../../engine/internal.ts";
import type { Needs } from "./router.ts";
import type { Service } from "./service.ts";

/** One route of a galley, and who may call it. */
export interface RouteInfo {
  readonly method: string;
  /** With its variable segments: `/api/posts/:documentId`. */
  readonly path: string;
  /** What a caller must be granted; null for routes that everyone may call. */
  readonly needs: Needs | null;
  /** `public` for everyone, `role NAME`, `token NAME`, and `user` for everyone who has signed in. */
  readonly callers: readonly string[];
}

/** Someone who calls, and what it may do. */
export interface NamedAccess {
  readonly name: string;
  readonly access: Access;
  /** Has every right there is. */
  readonly isFull: boolean;
}

/** The routes of services, in their order, with those of `known` who may call them. */
export function listRoutes(services: readonly Service[], known: readonly NamedAccess[]): readonly RouteInfo[] {
  return services.flatMap(({ router }) =>
    router.routes
      .filter(({ isAlias }) => isAlias === undefined)
      .map(({ method, path, needs = null }) => ({ method, path, needs, callers: callersOf(needs, known) })),
  );
}

function callersOf(needs: Needs | null, known: readonly NamedAccess[]): readonly string[] {
  if (needs === null) return ["public"];
  if (needs === "signed in") return ["user"];
  if (needs === "credentials") return known.filter(({ access }) => access.authenticated).map(({ name }) => name);
  const may = ({ access, isFull }: NamedAccess) =>
    needs === "full access" ? isFull : access.may(needs.type, needs.action);
  return known.filter(may).map(({ name }) => name);
}
