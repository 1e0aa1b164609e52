import type { ContentType } from "../../schema/content-type.ts";
import { isEntryTime } from "../../schema/entry-fields.ts";
import type { Shape } from "../../state/shape.ts";
import { positionOfType } from "../position.ts";
import type { Filter, SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import type { Conditions } from "./conditions.ts";
import { searchedFields } from "./search.ts";

/** The attributes and times of a row that conditions on it read, besides its ids and links. */
export function partsTested({ context, type }: RowSource, { filter, search }: Conditions): readonly string[] {
  const names = new Set<string>();
  if (filter !== null) namesIn(filter, names);
  if (search !== null) {
    for (const name of searchedFields(context.view, positionOfType(type), search).names) names.add(name);
  }
  return storedIn(context.view.state.shape, type, names);
}

/** The same for the keys that it is sorted by. */
export function partsSorted(shape: Shape, type: ContentType, keys: readonly SortKey[]): readonly string[] {
  return storedIn(shape, type, new Set(keys.map(({ path, field }) => path[0] ?? field)));
}

function namesIn(filter: Filter, names: Set<string>): void {
  if (filter.kind === "compare") names.add(filter.field);
  else if (filter.kind === "related") names.add(filter.attribute);
  else if (filter.kind === "not") namesIn(filter.filter, names);
  else if (filter.kind !== "absent") for (const each of filter.filters) namesIn(each, names);
}

function storedIn(shape: Shape, type: ContentType, names: ReadonlySet<string>): readonly string[] {
  const { indexOf } = shape.layouts.of(type.uid);
  return [...names].filter((name) => isEntryTime(name) || indexOf.has(name));
}
