import type { Range } from "../../indexes/ordered/index-order.ts";
import { difference, eachSlot, emptyBits, type SlotSet, setBit, union } from "../../indexes/slot-set.ts";
import { NO_CONDITIONS } from "../match/conditions.ts";
import type { Hop, LinkedOrder } from "../plan/linked-order.ts";
import { unlinked } from "../plan/paths/linked-path.ts";
import { collect } from "./collect.ts";
import { linkedSlots } from "./linked-slots.ts";

/**
 * Visits rows with equal sort keys; false ends the visits. `isNull`: the rows without values, first ascending and last
 * descending; they are visited even if there are none.
 */
type VisitGroup = (slots: SlotSet, isNull: boolean) => boolean;

/** Visits the groups in the order of their key, which leaves less garbage than to iterate over them. */
export function eachGroup(groups: LinkedOrder, visit: VisitGroup): void {
  eachGroupAt(groups, 0, visit);
}

function eachGroupAt(groups: LinkedOrder, step: number, visit: VisitGroup): void {
  const hop = groups.hops[step];
  if (hop === undefined) eachRun(groups, visit);
  else eachGroupAt(groups, step + 1, behind(hop, visit));
}

/** Visits the rows of a hop that lead to the far rows of each group. */
function behind(hop: Hop, visit: VisitGroup): VisitGroup {
  const { near, end, layer, far } = hop;
  const { slots: length } = near.space;
  const seen = end.attribute.many ? emptyBits(length) : null;
  return (slots, isNull) => {
    const linked = linkedSlots(near, end, layer, far, slots, "sort");
    const own = isNull ? union(linked, unlinkedSlots(hop), length) : linked;
    return visit(seen === null ? own : unseen(own, seen, length), isNull);
  };
}

/** Visits the runs of equal rows in the index at the far end. */
function eachRun({ ranges, descending }: LinkedOrder, visit: VisitGroup): void {
  const { index } = ranges;
  // One list for all of them: there are many groups of a few rows.
  const runs: [Range] = [ranges.nulls(true)];
  const visitNulls = (): boolean => visit(index.sets.of(runs), true);
  if (!descending && !visitNulls()) return;
  let isWanted = true;
  index.eachRun(ranges.nulls(false), descending, (run) => {
    runs[0] = run;
    isWanted = visit(index.sets.of(runs), false);
    return isWanted;
  });
  if (!descending || !isWanted) return;
  runs[0] = ranges.nulls(true);
  visitNulls();
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
