import { CHECK_LIMITS } from "../../engine/index.ts";
import type { Store } from "../../storage/index.ts";
import type { FindCaller } from "../content/caller.ts";
import { contentErrors } from "../content/errors.ts";
import type { Profile } from "../content/profile.ts";
import type { CorsPolicy } from "../cors.ts";
import { Router } from "../router.ts";
import type { RouteHandle, Service } from "../service.ts";
import { Documents } from "./document/documents.ts";
import { Executor } from "./execute/executor.ts";
import { graphqlErrors } from "./http/errors.ts";
import { graphqlHandle, type Page } from "./http/handle.ts";
import { PersistedQueries } from "./http/persisted-queries.ts";
import { GRAPHQL_LIMITS } from "./limits.ts";
import type { GraphqlOptions } from "./options.ts";
import { buildSchema } from "./schema/build-schema.ts";

export interface GraphqlServiceOptions {
  readonly store: Store;
  readonly profile: Profile;
  readonly findCaller: FindCaller;
  readonly cors: CorsPolicy;
  readonly options: GraphqlOptions;
  /** Told of every fault of ours that a field met. */
  readonly report: (fault: unknown) => void;
  /** What a browser is shown that asks for a page; without it such a request is one like any other. */
  readonly page?: Page;
}

/** Methods that are answered, be it with a refusal. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Documents that callers may name by their hash. */
const PERSISTED = 1000;

/**
 * GraphQL over HTTP, on one path (seed, GraphQL).
 *
 * @throws Error when two content types or components come to the same name.
 */
export function graphqlService(given: GraphqlServiceOptions): Service {
  const { store, profile, findCaller, options, report, page } = given;
  const { endpoint = "/graphql", introspection = process.env.NODE_ENV !== "production" } = options;
  const limits = { ...GRAPHQL_LIMITS, ...options.limits };
  const { defaultLimit = profile.graphqlPages.defaultLimit, maxLimit = profile.graphqlPages.maxLimit } = options;
  const schema = buildSchema(store.engine.schema);
  const checkLimits = { ...CHECK_LIMITS, defaultLimit, maxLimit, withCount: false };
  const handle = graphqlHandle({
    findCaller,
    limits,
    documents: new Documents({ schema, limits, introspection }),
    persisted: new PersistedQueries(PERSISTED),
    executor: new Executor({ schema, store, limits, checkLimits, report }),
    ...(page && { page }),
  });
  return {
    owns: (path) => isAt(endpoint.toLowerCase(), path),
    router: new Router<RouteHandle>(METHODS.map((method) => ({ method, path: endpoint, handle }))),
    errors: graphqlErrors(contentErrors(profile)),
    cors: given.cors,
    securityHeaders: profile.securityHeaders,
    unknownPathAllow: null,
  };
}

/** In any case, and with one slash more at the end or not. */
function isAt(endpoint: string, path: string): boolean {
  const extra = path.length - endpoint.length;
  if (extra !== 0 && !(extra === 1 && path.endsWith("/"))) return false;
  return path.slice(0, endpoint.length).toLowerCase() === endpoint;
}
