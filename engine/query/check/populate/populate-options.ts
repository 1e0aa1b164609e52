import type { AnyModel } from "../../../schema/content-type.ts";
import type { Filter, Page, Populate, SortKey } from "../../query.ts";
import { findField } from "../field.ts";
import { checkFields } from "../fields.ts";
import { checkFilters } from "../filters/filters.ts";
import { checkListPage, PAGE_KEYS } from "../pagination.ts";
import { flagOf, isRawObject, type RawObject } from "../raw-value.ts";
import { below, invalid, invalidKey } from "../refusal.ts";
import { type ParamScope, rootScope } from "../scope.ts";
import { checkSort } from "../sort/sort.ts";
import { checkPopulate } from "./populate.ts";
import type { PopulateScope } from "./populate-scope.ts";

/** The options of a populated attribute. */
export interface PopulateOptions {
  /** The chosen fields; null: all readable ones. */
  readonly fields: readonly string[] | null;
  readonly populate: readonly Populate[];
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
  /** Return the number of entries instead of the entries. */
  readonly count: boolean;
  readonly page: Page | null;
}

/** The attribute or fragment whose options are checked. */
export interface OptionsOf {
  /** Whether there may be several entries. */
  readonly list: boolean;
  /** The model of the attribute; null for a fragment. */
  readonly owner: AnyModel | null;
}

/** Checks the options of an attribute or a fragment, in the scope of the model behind it. */
export function checkOptions(scope: PopulateScope, raw: RawObject, { list, owner }: OptionsOf): PopulateOptions {
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
        checkStrayFragments(scope, value, owner);
        break;
      default:
        if (!list || !isPageOption(scope, key, value)) throw invalidOption(scope, key);
    }
  }
  const page = list ? checkListPage(scope.context, raw) : null;
  return { fields, populate, filter, sort, count, page };
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

/** Fragments are only for dynamic zones and morph relations. Recorded: within another fragment they have no effect. */
function checkStrayFragments({ context, written, param }: PopulateScope, raw: unknown, owner: AnyModel | null): void {
  const path = below(written, "on");
  if (typeof raw !== "object" || raw === null) throw invalidKey("on", path, param);
  const { components, types } = context.schema;
  const isRefused = (uid: string) => context.rules.populateExtensions || !(components.has(uid) || types.has(uid));
  const refused = Object.keys(raw).find(isRefused);
  if (refused !== undefined) throw invalidKey(refused, below(path, refused), param);
  if (owner === null) return;
  const name = written?.slice(written.lastIndexOf(".") + 1);
  const message = `Using fragments is not permitted to populate "${name}" in "${owner.uid}"`;
  context.faults.report("shape", () => invalid(message));
}

function isPageOption({ context }: PopulateScope, key: string, raw: unknown): boolean {
  if (!context.rules.populateExtensions) return false;
  return PAGE_KEYS.has(key) || (key === "pagination" && isRawObject(raw));
}

/** Options name fields of the entries behind the attribute, so paths begin there. */
function inside({ context, param, model, depth }: PopulateScope): ParamScope {
  return rootScope(context, param, model, depth);
}
