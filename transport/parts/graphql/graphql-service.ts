import { type GraphQLSchema, printSchema } from "graphql";
import { CHECK_LIMITS, type Schema } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import type { FindCaller } from "../../access/caller.ts";
import type { ResponseCache } from "../../contract/cache/response-cache.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { ServiceDefaults } from "../../contract/profiles/service-defaults.ts";
import { listLimits } from "../../contract/query-limits.ts";
import type { DocumentsOf } from "../../hooks/hook-origin.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { createPage } from "../../http/page/create-page.ts";
import { FILES, fileRoute, withPolicy } from "../../http/page/page.ts";
import type { ReadLimits } from "../../http/params/query-string.ts";
import { isBelow } from "../../http/path-below.ts";
import { refusalLog } from "../../http/refusal-log.ts";
import { Router } from "../../http/router.ts";
import type { RouteHandle, Service } from "../../http/service.ts";
import type { Log } from "../../runtime/log.ts";
import { DocumentCache } from "./document/document-cache.ts";
import { QueryChecks } from "./execute/arguments/query-checks.ts";
import { Executor } from "./execute/executor.ts";
import { passwordNames } from "./execute/hide-passwords.ts";
import { localeOperations } from "./execute/locale-operations.ts";
import { onLatestContent, type PluginOperations } from "./execute/plugin-operations.ts";
import { extendedSchema } from "./extension/extend-schema.ts";
import type { SchemaExtension } from "./extension/schema-extension.ts";
import { graphqlErrors } from "./http/errors.ts";
import { graphqlHandle } from "./http/handle.ts";
import { PersistedQueryCache } from "./http/persisted-queries.ts";
import type { ReceiveForm } from "./http/upload-form.ts";
import { GRAPHQL_LIMITS } from "./limits.ts";
import { type GraphqlOptions, hasPage } from "./options.ts";
import { outputOf } from "./plan/output.ts";
import { PlanCache } from "./plan/plan-cache.ts";
import { buildSchema, type SchemaOptions } from "./schema/build-schema.ts";
import type { Hiding } from "./schema/exposure.ts";
import type { PluginName } from "./schema/fields/plugin-fields.ts";
import { Suggestions } from "./schema/suggestions.ts";

export interface GraphqlDeployment {
  readonly schema: Schema;
  readonly profile: Profile;
  readonly options: GraphqlOptions;
  readonly log: Log;
  /** Limits of all reads; the work budget of an operation unless its own limits set one. */
  readonly queryLimits?: Partial<ReadLimits>;
  /** Maximum bytes of one answer, unless the limits of operations set one. */
  readonly answerBytes?: number;
  /** Plugins whose operations every galley offers. */
  readonly plugins?: readonly PluginName[];
}

/** The contents of a galley or a fork. */
export interface GraphqlContents {
  readonly hooks: Hooks;
  readonly documents: DocumentsOf;
  readonly store: Store;
  readonly cache: ResponseCache;
  readonly findCaller: FindCaller;
  readonly defaults: ServiceDefaults;
  /** Runs suspended queries again. */
  /** Resolvers of the other parts' operations. */
  readonly operations: PluginOperations;
  /** Receives forms with files for them; null: no operation takes files. */
  readonly receive: ReceiveForm | null;
}

/** GraphQL over the contents of one galley. */
export interface GraphqlServiceOf {
  (contents: GraphqlContents): Service;
  /**
   * From now on with code of the user's own, which is made for the schema language of all types. Throws what is wrong with
   * its definitions, and leaves all as it was.
   */
  extend(make: (definitions: (hiding: Hiding) => string) => SchemaExtension): void;
}

/** Methods that get an answer, even if it is a refusal. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Bytes of the documents that callers may name by their hash. */
const PERSISTED_BYTES = 4 * 1_048_576;

/**
 * GraphQL over HTTP, on one path (content, GraphQL). Everything derived from the schema is shared by all galleys that
 * have it.
 *
 * @throws Error if two content types or components get the same name.
 */
export function graphqlServices(deployment: GraphqlDeployment): GraphqlServiceOf {
  const { schema, profile, options, log, plugins, queryLimits = {} } = deployment;
  const { work = GRAPHQL_LIMITS.work } = queryLimits;
  const { answerBytes = GRAPHQL_LIMITS.answerBytes } = deployment;
  const isDevelopment = process.env.NODE_ENV !== "production";
  const { endpoint = "/graphql", introspection = isDevelopment, format = "v5", v4CompatibilityMode = false } = options;
  const page = hasPage(options) ? createPage(() => import("./page/page-files.ts")) : null;
  const { defaultLimit = profile.graphqlPages.defaultLimit, maxLimit = profile.graphqlPages.maxLimit } = options;
  const limits = { ...GRAPHQL_LIMITS, work, answerBytes, ...options.limits };
  const lists = listLimits(profile, queryLimits);
  const checkLimits = { ...CHECK_LIMITS, ...lists, defaultLimit, maxLimit, withCount: false };
  const build = (more: SchemaOptions) =>
    buildSchema(schema, { ...(plugins && { plugins }), format, v4CompatibilityMode, ...more });
  const derivedFrom = (graphqlSchema: GraphQLSchema, extension: SchemaExtension | null) => ({
    schema: graphqlSchema,
    extension,
    documents: new DocumentCache({ schema: graphqlSchema, limits, introspection }),
    suggestions: new Suggestions(graphqlSchema, schema, introspection),
    plans: new PlanCache(graphqlSchema, limits.fields),
    output: outputOf(graphqlSchema),
  });
  let derived = derivedFrom(build({}), null);
  const passwords = passwordNames(schema);
  const persisted = new PersistedQueryCache(PERSISTED_BYTES);
  const locales = plugins?.includes("i18n") ? localeOperations({ schema, profile, limits: checkLimits, format }) : {};
  const report = refusalLog(log, "A GraphQL field failed");
  const isHere = isAt(endpoint.toLowerCase());
  const isFile = page === null ? () => false : isBelow(`${endpoint}/${FILES}`);

  const extend: GraphqlServiceOf["extend"] = (make) => {
    const whole = (without: Hiding) =>
      printSchema(build({ hiding: without, also: (named) => [...named.values()].map((type) => type()) }));
    const extension = make(whole);
    const { hiding } = extension;
    derived = derivedFrom(
      extendedSchema((also) => build({ also, hiding }), extension),
      extension,
    );
  };

  const serviceOf = ({
    store,
    cache,
    hooks,
    documents: documentsOf,
    findCaller,
    ...rest
  }: GraphqlContents): Service => {
    const { defaults, operations, receive } = rest;
    const { documents, suggestions, extension } = derived;
    const checks = new QueryChecks(
      store.engine,
      checkLimits,
      { ...profile, locales: schema.locales },
      extension?.hiding,
    );
    const executor = new Executor({
      ...derived,
      passwords,
      limits,
      report,
      store,
      checks,
      hooks,
      documents: documentsOf,
      hookedTotal: profile.hookedTotal,
      operations: { ...locales, ...onLatestContent(operations, store) },
    });
    const revision = () => store.engine.state.revision;
    const asking = { findCaller, limits, documents, persisted, suggestions, executor };
    const handle = graphqlHandle({ ...asking, cache, revision, page, receive, cors: defaults.cors });
    return {
      ...defaults,
      owns: (path) => isHere(path) || isFile(path),
      router: new Router<RouteHandle>([
        ...METHODS.map((method) => ({ method, path: endpoint, describes: null, handle })),
        ...(page === null ? [] : [fileRoute(page, endpoint)]),
      ]),
      securityHeaders: page === null ? defaults.securityHeaders : withPolicy(defaults.securityHeaders),
      errors: graphqlErrors(defaults.errors),
    };
  };
  return Object.assign(serviceOf, { extend });
}

/** Case-insensitive, with or without a trailing slash. */
function isAt(endpoint: string): (path: string) => boolean {
  return (path) => {
    const extra = path.length - endpoint.length;
    if (extra !== 0 && !(extra === 1 && path.endsWith("/"))) return false;
    return path.slice(0, endpoint.length).toLowerCase() === endpoint;
  };
}
