import { CHECK_LIMITS, type Schema } from "../../engine/index.ts";
import type { Store } from "../../storage/index.ts";
import type { FindCaller } from "../content/caller.ts";
import type { Face } from "../content/face.ts";
import type { Profile } from "../content/profile.ts";
import type { Log } from "../log.ts";
import { Router } from "../router.ts";
import type { RouteHandle, Service } from "../service.ts";
import { Documents } from "./document/documents.ts";
import { Executor } from "./execute/executor.ts";
import type { PluginOperations } from "./execute/run-plainly.ts";
import { graphqlErrors } from "./http/errors.ts";
import { graphqlHandle, type Page } from "./http/handle.ts";
import { PersistedQueries } from "./http/persisted-queries.ts";
import { GRAPHQL_LIMITS } from "./limits.ts";
import type { GraphqlOptions } from "./options.ts";
import { KeptTexts } from "./plan/kept-texts.ts";
import { Plans } from "./plan/plans.ts";
import { buildSchema } from "./schema/build-schema.ts";
import type { PluginName } from "./schema/plugin-fields.ts";

export interface GraphqlDeployment {
  readonly schema: Schema;
  readonly profile: Profile;
  readonly options: GraphqlOptions;
  readonly log: Log;
  /** Plugins whose operations the contents of every galley carry out. */
  readonly plugins?: readonly PluginName[];
  /** What a browser is shown that asks for a page; without it such a request is one like any other. */
  readonly page?: Page;
}

/** What differs between a galley and its forks. */
export interface GraphqlContents {
  readonly store: Store;
  readonly findCaller: FindCaller;
  readonly face: Face;
  /** What carries out the operations of the plugins. */
  readonly operations?: PluginOperations;
}

/** GraphQL over the contents of one galley. */
export type GraphqlServiceOf = (contents: GraphqlContents) => Service;

/** Methods that are answered, be it with a refusal. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Documents that callers may name by their hash. */
const PERSISTED = 1000;

/**
 * GraphQL over HTTP, on one path (seed, GraphQL). What is made of the schema is shared by all galleys that have it.
 *
 * @throws Error when two content types or components come to the same name.
 */
export function graphqlServices({ schema, profile, options, log, plugins, page }: GraphqlDeployment): GraphqlServiceOf {
  const { endpoint = "/graphql", introspection = process.env.NODE_ENV !== "production" } = options;
  const { defaultLimit = profile.graphqlPages.defaultLimit, maxLimit = profile.graphqlPages.maxLimit } = options;
  const limits = { ...GRAPHQL_LIMITS, ...options.limits };
  const checkLimits = { ...CHECK_LIMITS, defaultLimit, maxLimit, withCount: false };
  const graphqlSchema = buildSchema(schema, plugins);
  const documents = new Documents({ schema: graphqlSchema, limits, introspection });
  const persisted = new PersistedQueries(PERSISTED);
  const plans = new Plans(graphqlSchema, limits.fields);
  const texts = new KeptTexts();
  const report = (fault: unknown): void => log.error({ err: fault }, "A GraphQL field failed");
  const isHere = isAt(endpoint.toLowerCase());

  return ({ store, findCaller, face, operations }) => {
    const shared = { schema: graphqlSchema, plans, texts, limits, checkLimits, report };
    const executor = new Executor({ ...shared, store, ...(operations && { operations }) });
    const handle = graphqlHandle({ findCaller, limits, documents, persisted, executor, ...(page && { page }) });
    return {
      ...face,
      owns: isHere,
      router: new Router<RouteHandle>(METHODS.map((method) => ({ method, path: endpoint, handle }))),
      errors: graphqlErrors(face.errors),
    };
  };
}

/** In any case, and with one slash more at the end or not. */
function isAt(endpoint: string): (path: string) => boolean {
  return (path) => {
    const extra = path.length - endpoint.length;
    if (extra !== 0 && !(extra === 1 && path.endsWith("/"))) return false;
    return path.slice(0, endpoint.length).toLowerCase() === endpoint;
  };
}
