import { difference, eachSlot, emptyBits, type SlotSet, setBit, union } from "../../indexes/slot-set.ts";
import { NO_CONDITIONS } from "../match/conditions.ts";
import type { Hop, LinkedOrder } from "../plan/linked-order.ts";
import { unlinked } from "../plan/linked-path.ts";
import { collect } from "./collect.ts";
import { linkedSlots } from "./linked-slots.ts";

/** Rows with equal sort keys. */
interface Group {
  readonly slots: SlotSet;
  /** The group without values: the first one ascending and the last one descending, present even if it is empty. */
  readonly isNull: boolean;
}

/** The groups in the order of their key. */
export function inOrder(groups: LinkedOrder): Iterable<Group> {
  return groupsAt(groups, 0);
}

function groupsAt(groups: LinkedOrder, step: number): Iterable<Group> {
  const hop = groups.hops[step];
  return hop === undefined ? runsOf(groups) : groupsBehind(hop, groupsAt(groups, step + 1));
}

function* groupsBehind(hop: Hop, farGroups: Iterable<Group>): Generator<Group> {
  const { near, end, layer, far } = hop;
  const { slots: length } = near.space;
  const seen = end.attribute.many ? emptyBits(length) : null;
  for (const { slots, isNull } of farGroups) {
    const linked = linkedSlots(near, end, layer, far, slots, "sort");
    const own = isNull ? union(linked, unlinkedSlots(hop), length) : linked;
    yield { slots: seen === null ? own : unseen(own, seen, length), isNull };
  }
}

/** The runs of equal rows in the index at the far end. */
function* runsOf({ ranges, descending }: LinkedOrder): Generator<Group> {
  const { index } = ranges;
  const nulls = (): Group => ({ slots: index.sets.of([ranges.nulls(true)]), isNull: true });
  if (!descending) yield nulls();
  for (const run of index.runs(ranges.nulls(false), descending)) yield { slots: index.sets.of([run]), isNull: false };
  if (descending) yield nulls();
}

function unlinkedSlots({ near, end }: Hop): SlotSet {
  return collect(near, { selection: unlinked(near, end), residual: NO_CONDITIONS });
}

/** The slots that have not been seen before; they are marked as seen. */
function unseen(slots: SlotSet, seen: Int32Array, length: number): SlotSet {
  const fresh = difference(slots, { kind: "bits", words: seen }, length);
  eachSlot(fresh, (slot) => {
    setBit(seen, slot);
    return true;
  });
  return fresh;
}
