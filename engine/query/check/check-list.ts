import type { AnyModel } from "../../schema/content-type.ts";
import type { Filter, Page, SortKey } from "../query.ts";
import type { CheckOptions } from "./check-query.ts";
import { CheckContext } from "./context.ts";
import { checkFilters } from "./filters/filters.ts";
import { checkPage } from "./pagination.ts";
import { rootScope } from "./scope.ts";
import { checkSort } from "./sort/sort.ts";

/** The result of checking a list's parameters. */
export interface ListQuery {
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
  readonly page: Page;
}

export interface CheckListOptions
  extends Pick<CheckOptions, "schema" | "params" | "access" | "rules" | "limits" | "audience"> {
  /** The model of the list's entries. */
  readonly model: AnyModel;
}

/**
 * Checks `filters`, `sort` and `pagination` of a list that is not a query of its own: the entries behind an attribute.
 * Throws as `checkQuery` does.
 */
export function checkList(options: CheckListOptions): ListQuery {
  const { schema, model, params, access, audience = "caller", rules, limits } = options;
  const context = new CheckContext(schema, access, audience, rules, limits);
  const filter = checkFilters(rootScope(context, "filters", model), params.filters);
  const sort = checkSort(rootScope(context, "sort", model), params.sort);
  context.faults.raise("unreadable");
  const page = checkPage(context, params);
  context.faults.raise("count");
  return { filter, sort, page };
}
