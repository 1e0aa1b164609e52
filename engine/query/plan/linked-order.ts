import { FieldRanges } from "../../indexes/ordered/field-ranges.ts";
import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import type { LinkEnd } from "../../state/links/relation.ts";
import type { Layer } from "../../values/version.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { layersBehind, rowSourceBehind } from "./linked-path.ts";
import { reachOf, sortedFieldOf } from "./row-fields.ts";

/**
 * An order behind relations: the rows in groups that are equal by a sort key, found from the far ends of its path. Each
 * row is in the first of the groups that it could be in, as a path to many counts with its first value.
 */
export interface LinkedOrder {
  readonly hops: readonly Hop[];
  /** What the groups at the far end are made by. */
  readonly ranges: FieldRanges<OrderedIndex>;
  readonly descending: boolean;
  /** Rows at the far end. */
  readonly far: number;
}

/** A step of a path over a relation. */
export interface Hop {
  readonly near: RowSource;
  readonly end: LinkEnd;
  readonly layer: Layer;
  readonly far: RowSource;
}

/** The groups by a sort key; null where links cannot find them, and where there are few rows. */
export function linkedOrderOf(source: RowSource, { path, field, direction }: SortKey): LinkedOrder | null {
  const { shape } = source.context.view.state;
  const hops: Hop[] = [];
  let here = source;
  let left = path;
  for (;;) {
    const [name] = left;
    const end = name === undefined ? undefined : shape.relations.end(here.type.uid, name);
    if (end === undefined) break;
    const [layer, another] = layersBehind(here, end);
    if (layer === undefined || another !== undefined) return null;
    const far = rowSourceBehind(here, end, layer);
    hops.push({ near: here, end, layer, far });
    here = far;
    left = left.slice(1);
  }
  if (reachOf(here, left) === null) return null;
  const by = sortedFieldOf(here, left, field, direction);
  // However few rows there are at the far end: it is the near ones that an index would have to be built over else.
  const index = here.space.indexes.ordered(by.order, source.space.size);
  if (index === null) return null;
  return { hops, ranges: new FieldRanges(index, by), descending: direction === "desc", far: here.space.size };
}
