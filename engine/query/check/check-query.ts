import type { Access } from "../../access.ts";
import type { Rules } from "../../rules.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import type { Query, RawParams } from "../query.ts";
import type { Audience } from "../reading.ts";
import { CheckContext, type CheckLimits } from "./context.ts";
import { checkFields } from "./fields.ts";
import { checkFilters } from "./filters.ts";
import { checkOnePage, checkPage } from "./pagination.ts";
import { checkPopulate } from "./populate.ts";
import { checkPublicationFilter } from "./publication-filter.ts";
import { isSingle } from "./raw-value.ts";
import { invalid } from "./refusal.ts";
import { rootScope } from "./scope.ts";
import { checkSort } from "./sort.ts";
import { isJoined, withSortKeys } from "./sort-keys.ts";
import { checkStatus } from "./status.ts";

export const CHECK_LIMITS: CheckLimits = { defaultLimit: 25, maxLimit: 100, withCount: true, parts: 2000, depth: 40 };

export interface CheckOptions {
  readonly schema: Schema;
  /** The content type asked. */
  readonly type: ContentType;
  /** Texts, as a query string holds them, or typed values in the same form. */
  readonly params: RawParams;
  readonly access: Access;
  /** The embedded service may name private attributes, callers may not. `caller` when absent. */
  readonly audience?: Audience;
  readonly rules: Rules;
  readonly limits: CheckLimits;
  /** A list with its page, or one entry, where pages mean nothing. */
  readonly shape: "find" | "findOne";
}

/**
 * Raw parameters as a query in which every name exists and may be used, and every operand has the type of its field. That
 * the caller may read the type itself is not checked here; relations that it may not read are refused in `filters` and
 * `sort`, and left out of `populate`. Parameters of other names mean nothing.
 *
 * Throws the EngineError of the first fault, in the order of reads, §1. Never throws anything else.
 */
export function checkQuery(options: CheckOptions): Query {
  const { schema, type, params, access, audience = "caller", rules, limits, shape } = options;
  const context = new CheckContext(schema, access, audience, rules, limits);
  const statuses = checkStatus(context, params.status);
  const publicationFilter = checkPublicationFilter(context, params);
  const filter = checkFilters(rootScope(context, "filters", type), params.filters);
  const sort = checkSort(rootScope(context, "sort", type), params.sort);
  const fields = checkFields(rootScope(context, "fields", type), params.fields);
  const populate = checkPopulate({ ...rootScope(context, "populate", type), written: null }, params.populate);
  context.faults.raise("unreadable");

  if (params.lookup !== undefined) throw invalid("Invalid params: 'lookup'");
  const page = shape === "find" ? checkPage(context, params) : checkOnePage(context, params);
  const search = checkSearch(context, params._q);
  context.faults.raise("count");
  return {
    type: type.uid,
    statuses,
    filter,
    search,
    publicationFilter,
    sort,
    page,
    select: { fields: isJoined(filter) ? withSortKeys(rules, fields, sort) : fields, populate },
  };
}

/** `_q` as the text to look for; null when there is none. */
function checkSearch({ faults }: CheckContext, raw: unknown): string | null {
  if (raw === undefined || raw === null || raw === "") return null;
  if (isSingle(raw)) return String(raw);
  faults.report("shape", () => invalid("The _q parameter must be a text", { source: "query", param: "_q" }));
  return null;
}
