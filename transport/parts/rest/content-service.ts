import { type CheckLimits, DEFAULT_WORK } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import type { Authorize } from "../../access/authorize.ts";
import type { ResponseCache } from "../../contract/cache/response-cache.ts";
import { listLimits } from "../../contract/list-limits.ts";
import { pageLimits } from "../../contract/page-limits.ts";
import { parseBody } from "../../contract/parse-body.ts";
import type { Profile } from "../../contract/profiles/profile.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import type { ServiceDefaults } from "../../contract/profiles/service-defaults.ts";
import type { DocumentsOf } from "../../hooks/hook-origin.ts";
import type { Hooks } from "../../hooks/hooks.ts";
import { formAsFields } from "../../http/form/form-fields.ts";
import { HttpError } from "../../http/http-error.ts";
import type { JsonLimits } from "../../http/json/json-limits.ts";
import { QUERY_LIMITS, type ReadLimits } from "../../http/params/query-string.ts";
import { pathFault, type Route } from "../../http/router.ts";
import type { RouteHandle, Service } from "../../http/service.ts";
import { checkCalls } from "./check-calls.ts";
import type { DefaultPopulate } from "./default-populate.ts";
import { contentRouter } from "./routes.ts";
import type { ContentService } from "./service.ts";
import { paramsInFormat } from "./v4-populate.ts";

export interface ContentOptions {
  readonly store: Store;
  readonly profile: Profile;
  readonly authorize: Authorize;
  readonly rest: RestConfig;
  readonly studio: boolean;
  readonly populates: DefaultPopulate;
  readonly queryLimits: Partial<ReadLimits>;
  /** Maximum bytes of one answer. */
  readonly answerBytes: number;
  readonly jsonLimits: JsonLimits;
  readonly cache: ResponseCache;
  /** Reads have an `ETag`; undefined: the profile decides. */
  readonly entityTags: boolean | undefined;
  /** Reads that ask for it are answered with their query plan. */
  readonly explain: boolean;
  /** Routes besides content types'. */
  readonly beside: readonly Route<RouteHandle>[];
  readonly defaults: ServiceDefaults;
  readonly hooks: Hooks;
  readonly documents: DocumentsOf;
}

/** The content contract over HTTP; answers every path that belongs to no other service. */
export function contentService(options: ContentOptions): Service {
  const { store, profile, authorize, rest, defaults, answerBytes } = options;
  const { work = DEFAULT_WORK, ...given } = options.queryLimits;
  const queryLimits = { ...QUERY_LIMITS, ...given };
  const limits: CheckLimits = { ...pageLimits(rest), ...listLimits(profile, given) };
  const { populates } = options;
  const inFormat = paramsInFormat(store.engine, rest.format);
  const checkQuery = checkCalls(store.engine, limits, queryLimits, populates, "caller", inFormat);
  const checkForHooks = checkCalls(store.engine, limits, queryLimits, populates, "service", inFormat);
  const { locales } = store.engine.schema;
  const { unknownLocales } = profile;
  const { hooks, documents } = options;
  const { runLater } = defaults;
  const service: ContentService = {
    ...{ store, profile, unknownLocales, locales, work, answerBytes, hooks, documents, runLater, populates },
    checkQuery,
    checkForHooks,
    inFormat,
  };
  const router = contentRouter({
    service,
    authorize,
    queryLimits,
    prefix: rest.prefix ?? "/api",
    actions: rest.actions ?? false,
    studio: options.studio,
    format: rest.format ?? "v5",
    cache: options.cache,
    entityTags: options.entityTags ?? profile.entityTags,
    explain: options.explain,
    beside: options.beside,
  });
  return {
    owns: () => true,
    router,
    readForm: formAsFields,
    prepare: (request) => {
      const { method, path } = request;
      const reads = method === "GET" || method === "HEAD";
      const fault = reads && profile.undecodablePath === "bad request" ? pathFault(path) : null;
      if (fault !== null) throw new HttpError("undecodable path", fault);
      return parseBody(request, options.jsonLimits);
    },
    ...defaults,
  };
}
