import { type CheckLimits, DEFAULT_WORK } from "../../../engine/internal.ts";
import { parseBody } from "../../contract/parse-body.ts";
import type { RestConfig } from "../../contract/profiles/rest-config.ts";
import { listLimits, pageLimits } from "../../contract/query-limits.ts";
import { formAsFields } from "../../http/form/form-fields.ts";
import { HttpError } from "../../http/http-error.ts";
import { QUERY_LIMITS, type ReadLimits } from "../../http/params/query-string.ts";
import { pathFault } from "../../http/router.ts";
import type { Service } from "../../http/service.ts";
import type { Common, Mounting } from "../part.ts";
import { checkCalls } from "./check-calls.ts";
import type { DefaultPopulate } from "./default-populate.ts";
import { contentRouter, type RoutesOptions } from "./routes.ts";
import type { ContentService } from "./service.ts";
import { paramsInFormat } from "./v4-populate.ts";

export interface ContentOptions
  extends Pick<Common, "profile" | "jsonLimits">,
    Pick<Mounting, "store" | "authorize" | "cache" | "defaults" | "hooks" | "documents">,
    Pick<RoutesOptions, "studio" | "explain" | "beside"> {
  readonly rest: RestConfig;
  readonly populates: DefaultPopulate;
  readonly queryLimits: Partial<ReadLimits>;
  /** Maximum bytes of one answer. */
  readonly answerBytes: number;
  /** Reads have an `ETag`; undefined: the profile decides. */
  readonly entityTags: boolean | undefined;
}

/** The content contract over HTTP; answers every path that belongs to no other service. */
export function contentService(options: ContentOptions): Service {
  const { store, profile, rest, defaults, answerBytes } = options;
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
    ...options,
    service,
    queryLimits,
    prefix: rest.prefix ?? "/api",
    actions: rest.actions ?? false,
    format: rest.format ?? "v5",
    entityTags: options.entityTags ?? profile.entityTags,
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
