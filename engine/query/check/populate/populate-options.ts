import type { Filter, Page, Populate, Select, SortKey } from "../../query.ts";
import { findField } from "../field.ts";
import { checkFields } from "../fields.ts";
import { checkFilters } from "../filters/filters.ts";
import { checkListPage, PAGE_KEYS } from "../pagination.ts";
import { flagOf, isRawObject, type RawObject } from "../raw-value.ts";
import { below, invalidKey } from "../refusal.ts";
import { type ParamScope, rootScope } from "../scope.ts";
import { checkSort } from "../sort/sort.ts";
import { checkPopulate } from "./populate.ts";
import type { PopulateScope } from "./populate-scope.ts";

/** The options of a populated attribute. */
export interface PopulateOptions {
  readonly select: Select;
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
  /** Return the number of entries instead of the entries. */
  readonly count: boolean;
  readonly page: Page | null;
}

/** Checks the options of an attribute, in the scope of the model behind it. `list`: there may be several entries. */
export function checkOptions(scope: PopulateScope, raw: RawObject, list: boolean): PopulateOptions {
  let fields: readonly string[] | null = null;
  let populate: readonly Populate[] = [];
  let filter: Filter | null = null;
  let sort: readonly SortKey[] = [];
  let count = false;
  for (const key of Object.keys(raw)) {
    const value = raw[key];
    switch (key) {
      case "fields":
        fields = checkFields(inside(scope), value);
        break;
      case "sort":
        sort = checkSort(inside(scope), value);
        break;
      case "filters":
        filter = checkFilters(inside(scope), value);
        break;
      case "populate":
        populate = checkPopulate({ ...scope, written: below(scope.written, key) }, value);
        break;
      case "count":
        count = checkCount(scope, value);
        break;
      case "on":
        throw invalidFragments(scope, value);
      default:
        if (!list || !isPageOption(scope, key, value)) throw invalidOption(scope, key);
    }
  }
  const page = list ? checkListPage(scope.context, raw) : null;
  return { select: { fields, populate }, filter, sort, count, page };
}

/** The error for a name that is not an option. */
export function invalidOption({ model, path, param }: PopulateScope, key: string): Error {
  return invalidKey(key, findField(model, key) === null ? path : below(path, key), param);
}

/** Whether the entries are to be counted. */
export function checkCount({ path, param }: ParamScope, raw: unknown): boolean {
  const count = flagOf(raw);
  if (count === null) throw invalidKey("count", path, param);
  return count;
}

/** Fragments are only allowed for dynamic zones. */
function invalidFragments({ written, param }: PopulateScope, raw: unknown): Error {
  const path = below(written, "on");
  const [first] = isRawObject(raw) ? Object.keys(raw) : [];
  return first === undefined ? invalidKey("on", path, param) : invalidKey(first, below(path, first), param);
}

function isPageOption({ context }: PopulateScope, key: string, raw: unknown): boolean {
  if (!context.rules.populateExtensions) return false;
  return PAGE_KEYS.has(key) || (key === "pagination" && isRawObject(raw));
}

/** Options name fields of the entries behind the attribute, so paths begin there. */
function inside({ context, param, model, depth }: PopulateScope): ParamScope {
  return rootScope(context, param, model, depth);
}
