import type { Rules } from "../../../rules.ts";
import type { Filter, SortKey } from "../../query.ts";

/** The chosen fields of populated entries, plus the fields that they are sorted by if the rules include these. */
export function withSortKeys(
  { joinedSortKeys }: Rules,
  fields: readonly string[] | null,
  sort: readonly SortKey[],
): readonly string[] | null {
  // If a sort key crosses a relation, Strapi uses a different statement, which includes no sort keys.
  const shown = joinedSortKeys === "shown" && sort.every(({ path }) => path.length === 0);
  return fields === null || !shown ? fields : [...new Set([...fields, ...sort.map(({ field }) => field)])];
}

/** Whether a filter crosses a relation, a media attribute or a component anywhere. */
export function isJoined(filter: Filter | null): boolean {
  if (filter === null || filter.kind === "compare" || filter.kind === "absent") return false;
  if (filter.kind === "related") return true;
  return filter.kind === "not" ? isJoined(filter.filter) : filter.filters.some(isJoined);
}
