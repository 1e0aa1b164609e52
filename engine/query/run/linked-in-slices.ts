import type { LinkedRows } from "../../indexes/building/found/linked-rows.ts";
import type { Steps } from "../../indexes/building/steps.ts";
import type { PostingLists, SomeSlots } from "../../indexes/posting-lists.ts";
import { bitsOf, countSlots, eachSlot, listOf, type SlotSet } from "../../indexes/slot-set.ts";
import { lengthOf, linksIn } from "../../state/links/link-list.ts";
import { Owner } from "../../structures/paged/owner.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Row } from "../../values/row.ts";
import type { Hop } from "../plan/linked-order.ts";
import { followsState } from "../row-source.ts";
import { linkIndex, linkIndexName, linksBack, nearSlots } from "./linked-slots.ts";

/**
 * A query that may be suspended reads as many far rows at once as indexes are built over; of their links, each of which takes
 * over a microsecond, it follows one in this many of that.
 */
const LINKS_SHARE = 16;

/** Far rows that one step reads, and links that it follows. */
const LOOKUPS = 2_048;

/**
 * The rows that are linked to one of the far rows in a set, for a query that may be suspended: it is, until they are found in
 * slices. Null if they are to be found at once: because they are few, or because rows change all the time.
 */
export function linkedInSlices(hop: Hop, to: SlotSet): LinkedRows | null {
  const { near, end, layer, far } = hop;
  const { state } = near.context.view;
  const { indexDemand, shape } = state;
  if (!indexDemand.suspendsOver(near.space.slots, shape.limits.manyRows)) return null;
  const index = linkIndex(near, end, layer);
  const { indexes } = near.space;
  const indexName = linkIndexName(end, layer);
  if (areFew(hop, to, index)) {
    indexes.doneWithoutLinks(indexName, indexDemand);
    return null;
  }
  const words = bitsOf(to, far.space.slots);
  const name = `rows linked to ${countSlots(to)} (${hashOf(words)}) by ${indexName} in ${state.serial}`;
  const revision = lastChange(hop);
  const known = indexes.linkedRows.take(name, words, revision);
  // An index that is built in slices is kept up to date meanwhile.
  if (known === null) return index === null ? indexDemand.suspend() : null;
  if (known !== undefined) {
    indexes.doneWithoutLinks(indexName, indexDemand);
    return known;
  }
  const follows = followsState(near);
  const steps = findLinked(hop, listOf(to), index, () => follows() && lastChange(hop) === revision);
  // The words are memory of the query.
  const own = words.slice();
  const keep = (rows: LinkedRows | null) => indexes.linkedRows.keep(name, { far: own, revision, rows });
  const bytes = own.byteLength + (near.space.slots >> 3);
  return indexes.findInSlices(name, bytes, steps, keep, indexDemand);
}

/** Revision of the state at the last change of a row at either end, or of a link between them. */
function lastChange({ near, far }: Hop): number {
  const { state } = near.context.view;
  return Math.max(state.lastChange(near.type.uid), state.lastChange(far.type.uid));
}

/** Whether the rows are found within a few milliseconds. */
function areFew({ near, end, layer, far }: Hop, to: SlotSet, index: PostingLists | null): boolean {
  const { manyRows } = near.context.view.state.shape.limits;
  if (index !== null) return countSlots(to) <= manyRows;
  let left = manyRows / LINKS_SHARE;
  eachSlot(to, (slot) => {
    const target = far.space.row(slot);
    left -= 1 + (target === undefined ? 0 : lengthOf(linksBack(near, end, layer, target)));
    return left >= 0;
  });
  return left >= 0;
}

/** Null if something changes meanwhile. */
function* findLinked(
  hop: Hop,
  to: readonly number[],
  index: PostingLists | null,
  isCurrent: () => boolean,
): Steps<LinkedRows | null> {
  const { near, far } = hop;
  const slots = PagedBitmap.withRoom(new Owner(), near.space.slots);
  let [work, lookups] = [to.length, 0];
  for (const slot of to) {
    const target = far.space.row(slot);
    if (target === undefined) continue;
    for (const part of index === null ? partsByLinks(hop, target) : [index.at(target.document)]) {
      const count = addTo(slots, part);
      work += count;
      lookups += index === null ? 1 + count : 1;
      if (lookups < LOOKUPS) continue;
      lookups = 0;
      yield;
      if (!isCurrent()) return null;
    }
  }
  return { slots, work };
}

/** Returns how many slots there are. */
function addTo(all: PagedBitmap, some: SomeSlots): number {
  if (some instanceof PagedBitmap) {
    all.orInto(some);
    return some.size;
  }
  for (const slot of some) all.add(slot);
  return some.length;
}

/** The slots of the rows that are linked to one far row, in parts that one step follows. */
function* partsByLinks({ near, end, layer }: Hop, target: Row): Generator<readonly number[]> {
  const slotOf = nearSlots(near, end, layer);
  let part: number[] = [];
  for (const link of linksIn(linksBack(near, end, layer, target))) {
    const slot = slotOf(link);
    if (slot !== undefined) part.push(slot);
    if (part.length < LOOKUPS) continue;
    yield part;
    part = [];
  }
  yield part;
}

/** A number for a bitmap, so that searches for different ones seldom have the same name. */
function hashOf(words: Int32Array): number {
  let hash = 0;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ (words[at] as number), 0x9e37_79b1) + at;
  return hash;
}
