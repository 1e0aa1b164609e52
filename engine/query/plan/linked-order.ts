import { IndexDemand } from "../../indexes/building/index-demand.ts";
import { FieldRanges } from "../../indexes/ordered/field-ranges.ts";
import { type OrderedIndex, orderedPlan } from "../../indexes/ordered/ordered-index.ts";
import type { LinkEnd } from "../../state/links/relation.ts";
import type { Layer } from "../../values/version.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { layersBehind, rowSourceBehind } from "./paths/linked-path.ts";
import { reachOf, sortedFieldOf } from "./row-fields.ts";

/**
 * An order by a key behind relations: the rows in groups with equal sort keys, found from the far end of the path. Each
 * row belongs to the first of its possible groups, since a to-many path has its first value.
 */
export interface LinkedOrder {
  readonly hops: readonly Hop[];
  /** The ranges of the far index that form the groups. */
  readonly ranges: FieldRanges<OrderedIndex>;
  readonly descending: boolean;
  /** The number of rows at the far end. */
  readonly far: number;
}

/** One step of a path over a relation. */
export interface Hop {
  readonly near: RowSource;
  readonly end: LinkEnd;
  readonly layer: Layer;
  readonly far: RowSource;
}

/** If the far rows are less than one in so many of the near ones, indexing them takes less time than sorting these. */
const SMALL_SHARE = 8;

/** The groups of a sort key; null if links cannot find them, there are few rows, or the far index is being built. */
export function linkedOrderOf(source: RowSource, { path, field, direction }: SortKey): LinkedOrder | null {
  const { shape } = source.context.view.state;
  let hops: readonly Hop[] = [];
  let here = source;
  let left = path;
  for (;;) {
    const [name] = left;
    const end = name === undefined ? undefined : shape.relations.end(here.type.uid, name);
    if (end === undefined) break;
    const [layer, another] = layersBehind(here, end);
    if (layer === undefined || another !== undefined) return null;
    const far = rowSourceBehind(here, end, layer);
    hops = [...hops, { near: here, end, layer, far }];
    here = far;
    left = left.slice(1);
  }
  if (reachOf(here, left) === null) return null;
  const by = sortedFieldOf(here, left, field, direction);
  // However few far rows there are: the alternative is an index over the near ones.
  const { size } = source.space;
  const isSmall = here.space.size * SMALL_SHARE < size;
  const { demand } = source.context.view;
  const index = here.space.indexes.ordered(
    by.order,
    size,
    isSmall && !demand.suspends ? IndexDemand.waiting() : demand,
  );
  if (index === null && isSmall) demand.awaitIndex(orderedPlan(by.order).name);
  if (index === null) return null;
  return { hops, ranges: new FieldRanges(index, by), descending: direction === "desc", far: here.space.size };
}
