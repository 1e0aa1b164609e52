import { type Access, accessTo } from "../../access.ts";
import type { Rules } from "../../rules.ts";
import type { AnyModel, ContentType } from "../../schema/content-type.ts";
import type { Schema } from "../../schema/schema.ts";
import type { Status } from "../../values/version.ts";
import type { Query, RawParams, Select, SortKey } from "../query.ts";
import type { Audience } from "../read-context.ts";
import { fieldsIn, populatedIn, selectOf } from "../select.ts";
import type { CheckCache } from "./check-cache.ts";
import { CheckContext, type CheckLimits } from "./context.ts";
import { checkFields } from "./fields.ts";
import { checkFilters } from "./filters/filters.ts";
import { checkOnePage, checkPage, checkRangePage } from "./pagination.ts";
import { checkPopulate } from "./populate/populate.ts";
import { checkPublicationFilter, checkStatus } from "./publication.ts";
import { isSingle } from "./raw-value.ts";
import { invalid } from "./refusal.ts";
import { rootScope } from "./scope.ts";
import { checkSort } from "./sort/sort.ts";
import { isJoined, withSortKeys } from "./sort/sort-keys.ts";
import { fillPage, pageParametersIn, withPageValues } from "./template/page-parameters.ts";
import { type ParameterValues, QueryTemplate } from "./template/query-template.ts";

export const CHECK_LIMITS: CheckLimits = {
  defaultLimit: 25,
  maxLimit: 100,
  withCount: true,
  sortKeys: Number.POSITIVE_INFINITY,
  branches: Number.POSITIVE_INFINITY,
  listValues: Number.POSITIVE_INFINITY,
  parts: 2000,
  depth: 40,
};

export interface CheckOptions {
  readonly schema: Schema;
  /** The queried content type. */
  readonly type: ContentType;
  /** Texts as in a query string, or typed values in the same structure. */
  readonly params: RawParams;
  readonly access: Access;
  /** The embedded service may use private attributes, callers may not. `caller` when absent. */
  readonly audience?: Audience;
  readonly rules: Rules;
  readonly limits: CheckLimits;
  /** @internal A cache for checks with the same schema, rules, limits and audience; none when absent. */
  readonly cache?: CheckCache;
  readonly shape: QueryShape;
}

/** A list with its page; a list without pages, from `start` on and up to `limit`; or a single entry. */
export type QueryShape = "find" | "findRange" | "findOne";

const PAGE_CHECKS = { find: checkPage, findRange: checkRangePage, findOne: checkOnePage } as const;

/**
 * Checks raw parameters and returns a query in which every name exists and may be used, and every operand has the type
 * of its field. Whether the caller may read the type itself is not checked here. Relations that the caller may not read
 * are refused in `filters` and `sort`, and left out of `populate`. Parameters with other names are ignored.
 *
 * @throws EngineError for the first fault, in the order of reads, §1; never anything else.
 */
export function checkQuery(options: CheckOptions): Query {
  const statuses = checkStatus(options, options.params.status);
  return checkIn(contextOf(options, statuses), statuses, options);
}

/**
 * Checks the names in `filters`, `sort`, `fields` and `populate` of a query for entries of a component, which are read with
 * their documents alone.
 *
 * @throws EngineError `validation` for the first fault, in the order of reads, §1.
 */
export function checkComponentQuery({
  component,
  params: { filters, sort, fields, populate },
  ...options
}: Pick<CheckOptions, "schema" | "params" | "access" | "rules" | "limits"> & { readonly component: AnyModel }): void {
  const context = contextOf(options, ["published"]);
  checkFilters(rootScope(context, "filters", component), filters);
  checkSort(rootScope(context, "sort", component), sort);
  checkFields(rootScope(context, "fields", component), fields);
  checkPopulate({ ...rootScope(context, "populate", component), written: null, inFragment: false }, populate);
  context.faults.raise("unreadable");
  context.faults.raise("count");
}

/** A checked query, and its template if its parameters can take other values. */
export interface TemplatedQuery {
  readonly query: Query;
  readonly template: QueryTemplate | null;
}

/**
 * Like `checkQuery`, for raw parameters that contain `parameters` values of class `Parameter` in `filters` and
 * `pagination`. There is no template if a value affects more than an operand or the page.
 */
export function checkTemplate(options: CheckOptions, parameters: number): TemplatedQuery {
  const { params } = options;
  const statuses = checkStatus(options, params.status);
  const context = contextOf(options, statuses);
  const inPage = pageParametersIn(params);
  const query = checkIn(context, statuses, {
    ...options,
    params: withPageValues(params, inPage, ({ value }) => value),
  });
  const { bindings } = context;
  const known = new Set([
    ...bindings.map(({ parameter }) => parameter),
    ...[...inPage.values()].map(({ number }) => number),
  ]);
  if (known.size !== parameters) return { query, template: null };
  const isPaged = options.shape === "find" && inPage.size > 0;
  const page = isPaged
    ? (values: ParameterValues) => fillPage(contextOf(options, statuses), params, inPage, values)
    : null;
  return { query, template: new QueryTemplate(query, bindings, page) };
}

function contextOf(
  options: Pick<CheckOptions, "schema" | "access" | "audience" | "rules" | "limits">,
  statuses: readonly Status[],
): CheckContext {
  const { schema, access, audience = "caller", rules, limits } = options;
  return new CheckContext(schema, accessTo(statuses, access, rules), audience, rules, limits);
}

function checkIn(context: CheckContext, statuses: readonly Status[], options: CheckOptions): Query {
  const { type, params, cache, rules, shape } = options;
  const publicationFilter = checkPublicationFilter(context, params);
  const filter = checkFilters(rootScope(context, "filters", type), params.filters);
  const remembered = <T>(name: string, raw: unknown, check: () => T): T =>
    cache === undefined ? check() : cache.checked(context, `${name} ${type.uid}`, raw, check);
  const sort = remembered("sort", params.sort, () => checkSort(rootScope(context, "sort", type), params.sort));
  const chosen =
    params.fields === undefined && params.populate === undefined ? undefined : [params.fields, params.populate];
  const select = remembered("select", chosen, () => checkSelect(context, type, params));
  context.faults.raise("unreadable");

  if (params.lookup !== undefined) throw invalid("Invalid params: 'lookup'");
  const page = PAGE_CHECKS[shape](context, params);
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
    select: isJoined(filter) ? joinedSelect(rules, type, select, sort) : select,
    ...(isLocaleFiltered(options) && { locales: "all" }),
  };
}

/** Whether a filter determines the locales of the query, instead of the parameter `locale`. */
function isLocaleFiltered({ rules, type, params: { filters } }: CheckOptions): boolean {
  if (rules.localeFilter === "within" || type.locale === null) return false;
  return typeof filters === "object" && filters !== null && Object.hasOwn(filters, "locale");
}

function checkSelect(context: CheckContext, type: ContentType, { fields, populate }: RawParams): Select {
  const chosen = checkFields(rootScope(context, "fields", type), fields);
  const scope = { ...rootScope(context, "populate", type), written: null, inFragment: false };
  return selectOf(type, chosen, checkPopulate(scope, populate));
}

/** The same object if nothing is added. */
function joinedSelect(rules: Rules, type: ContentType, select: Select, sort: readonly SortKey[]): Select {
  const chosen = fieldsIn(select);
  const fields = withSortKeys(rules, chosen, sort);
  return fields === chosen ? select : selectOf(type, fields, populatedIn(select));
}

/** `_q` as the text to search for; null if there is none. */
function checkSearch({ faults }: CheckContext, raw: unknown): string | null {
  if (raw === undefined || raw === null || raw === "") return null;
  if (isSingle(raw)) return String(raw);
  faults.report("shape", () => invalid("The _q parameter must be a text", { source: "query", param: "_q" }));
  return null;
}
