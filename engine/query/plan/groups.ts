import { FieldRanges } from "../../indexes/ordered/field-ranges.ts";
import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import { difference, eachSlot, emptyBits, type SlotSet, setBit, union } from "../../indexes/slot-set.ts";
import type { LinkEnd } from "../../state/links/relation.ts";
import type { Status } from "../../values/version.ts";
import { type Ground, reachOf, sortedFieldOf } from "../ground.ts";
import type { SortKey } from "../query.ts";
import { gather } from "../run/gather.ts";
import { linkedSlots } from "../run/linked-slots.ts";
import { NO_CONDITIONS } from "./plan.ts";
import { groundBehind, layersBehind, unlinked } from "./select-linked.ts";

/**
 * An order behind relations: the rows in groups that are equal by a sort key, found from the far ends of its path. Each
 * row is in the first of the groups that it could be in, as a path to many counts with its first value.
 */
export interface Groups {
  readonly hops: readonly Hop[];
  /** What the groups at the far end are made by. */
  readonly ranges: FieldRanges<OrderedIndex>;
  readonly descending: boolean;
  /** Rows at the far end. */
  readonly far: number;
}

/** A step of a path over a relation. */
interface Hop {
  readonly near: Ground;
  readonly end: LinkEnd;
  readonly layer: Status;
  readonly far: Ground;
}

/** The groups by a sort key; null where links cannot tell them, and where there are few rows. */
export function groupsOf(ground: Ground, { path, field, direction }: SortKey): Groups | null {
  const { shape } = ground.reading.sight.state;
  const hops: Hop[] = [];
  let here = ground;
  let left = path;
  for (;;) {
    const [name] = left;
    const end = name === undefined ? undefined : shape.relations.end(here.type.uid, name);
    if (end === undefined) break;
    const [layer, another] = layersBehind(here, end);
    if (layer === undefined || another !== undefined) return null;
    const far = groundBehind(here, end, layer);
    hops.push({ near: here, end, layer, far });
    here = far;
    left = left.slice(1);
  }
  if (reachOf(here, left) === null) return null;
  const by = sortedFieldOf(here, left, field, direction);
  // However few rows there are at the far end: it is the near ones that an index would have to be built over else.
  const index = here.space.indexes.ordered(by.order, ground.space.size);
  if (index === null) return null;
  return { hops, ranges: new FieldRanges(index, by), descending: direction === "desc", far: here.space.size };
}

/** Rows that are equal by a sort key. */
export interface Group {
  readonly slots: SlotSet;
  /** They have no value: first of all groups ascending, last descending, and there even when it has no rows. */
  readonly isNull: boolean;
}

/** The groups in the order of their key. */
export function inOrder(groups: Groups): Iterable<Group> {
  return groupsAt(groups, 0);
}

function* groupsAt(groups: Groups, step: number): Generator<Group> {
  const hop = groups.hops[step];
  if (hop === undefined) {
    yield* runsOf(groups);
    return;
  }
  const { near, end, layer, far } = hop;
  const { slots: length } = near.space;
  const seen = end.attribute.many ? emptyBits(length) : null;
  for (const { slots, isNull } of groupsAt(groups, step + 1)) {
    const linked = linkedSlots(near, end, layer, far, slots, "sort");
    const own = isNull ? union(linked, unlinkedSlots(hop), length) : linked;
    yield { slots: seen === null ? own : unseen(own, seen, length), isNull };
  }
}

/** The runs of equal rows of the index at the far end. */
function* runsOf({ ranges, descending }: Groups): Generator<Group> {
  const { index } = ranges;
  const nulls: Group = { slots: index.sets.of([ranges.nulls(true)]), isNull: true };
  if (!descending) yield nulls;
  for (const run of index.runs(ranges.nulls(false), descending)) yield { slots: index.sets.of([run]), isNull: false };
  if (descending) yield nulls;
}

function unlinkedSlots({ near, end }: Hop): SlotSet {
  return gather(near, { selection: unlinked(near, end), rest: NO_CONDITIONS });
}

/** Those that have not been seen before; now they are. */
function unseen(slots: SlotSet, seen: Int32Array, length: number): SlotSet {
  const fresh = difference(slots, { kind: "bits", words: seen }, length);
  eachSlot(fresh, (slot) => {
    setBit(seen, slot);
    return true;
  });
  return fresh;
}
