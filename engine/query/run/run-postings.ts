import type { OrderLabels } from "../../indexes/ordered/order-labels.ts";
import { listOf } from "../../indexes/slot-set.ts";
import { setCost, stepCost } from "../plan/costs.ts";
import type { PostingsPlan } from "../plan/postings-plan.ts";
import type { Page } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { collectBehind } from "./collect.ts";
import { linkIndex, linkIndexName } from "./linked-slots.ts";
import { type SlotFilter, slotFilter } from "./slot-filter.ts";

/** A page of slots in order, and how many there are on all pages. */
export interface PageOfSlots {
  readonly slots: readonly number[];
  readonly total: number;
}

/** Lists that are merged at most. */
const MAX_LISTS = 32;

/** In nanoseconds, as in costs.ts: to ask a filter about one slot of a list, and to choose between the heads of two lists. */
const PROBE = 12;
const CHOICE = 5;

/**
 * The page of rows that are linked to one of a few far rows, by posting lists that are kept in order. Null where the lists
 * are not, or have rows in common, or sets lead there sooner.
 */
export function runPostings(source: RowSource, plan: PostingsPlan, page: Page): PageOfSlots | null {
  const { links, rest, index, descending } = plan;
  if (rest !== null && links.rows * PROBE > costOfSets(source, rest.rows, page.start + (page.limit ?? rest.rows))) {
    return null;
  }
  const lists = sortedLists(source, plan);
  if (lists === null) return null;
  const all = lists.reduce((sum, { length }) => sum + length, 0);
  const stop = page.limit === null ? all : Math.min(all, page.start + page.limit);
  const tested = rest === null ? 0 : all;
  const cost = tested * PROBE + (lists.length - 1) * stop * CHOICE;
  const wanted = rest === null ? null : slotFilter(rest, all);
  const labels = index.labels(stop);
  if (labels === null || (rest !== null && wanted === null)) return null;
  if (cost > 0 && cost > costOfSets(source, rest?.rows ?? all, stop)) return null;
  source.context.view.work.spend(lists.length + tested, "filters");
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return pageOf(only, wanted, page.start, stop);
  const merged = { lists, labels, descending, wanted };
  return { slots: takeMerged(merged, page.start, stop), total: wanted === null ? all : countWanted(lists, wanted) };
}

/** The sorted posting list of each far row; null where one is missing, or a row may be in two of them. */
function sortedLists(source: RowSource, { links, index, descending }: PostingsPlan): readonly Int32Array[] | null {
  const far = listOf(collectBehind(links));
  if (far.length === 0 || far.length > MAX_LISTS || (far.length > 1 && links.end.attribute.many)) return null;
  const postings = linkIndex(source, links.end, links.layer);
  if (postings === null) return null;
  const name = linkIndexName(links.end, links.layer);
  const sorted = source.space.indexes.sortedLinks(name, postings, index, descending);
  const lists: Int32Array[] = [];
  for (const slot of far) {
    const list = sorted.at(links.far.space.row(slot)?.document ?? -1);
    // The others are asked for too: they are sorted when that pays.
    if (list !== null) lists.push(list);
  }
  return lists.length === far.length ? lists : null;
}

/** What it costs to go along the order under a set of so many rows as far as a page reaches. */
function costOfSets({ space: { size } }: RowSource, rows: number, stop: number): number {
  return 2 * setCost(size) + (stop * size * stepCost(size)) / Math.max(1, rows);
}

/** Of one list. */
function pageOf(slots: Int32Array, wanted: SlotFilter | null, start: number, stop: number): PageOfSlots {
  if (wanted === null) {
    return { slots: Array.from(slots.subarray(start, Math.max(start, stop))), total: slots.length };
  }
  const taken: number[] = [];
  let total = 0;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] as number;
    if (!wanted.has(slot)) continue;
    if (total >= start && total < stop) taken.push(slot);
    total++;
  }
  return { slots: taken, total };
}

interface Merged {
  readonly lists: readonly Int32Array[];
  readonly labels: OrderLabels;
  readonly descending: boolean;
  /** Null: all of them. */
  readonly wanted: SlotFilter | null;
}

/** K-way merge: the wanted slots of sorted lists, from number `start` up to `stop` in the order of all. */
function takeMerged({ lists, labels, descending, wanted }: Merged, start: number, stop: number): readonly number[] {
  const places = new Int32Array(lists.length);
  const sign = descending ? -1 : 1;
  const taken: number[] = [];
  for (let number = 0; number < stop; ) {
    let first = -1;
    let slot = 0;
    let label = 0;
    for (let at = 0; at < lists.length; at++) {
      const list = lists[at] as Int32Array;
      const place = places[at] as number;
      if (place === list.length) continue;
      const head = list[place] as number;
      const own = sign * labels.of(head);
      if (first !== -1 && (own > label || (own === label && head > slot))) continue;
      first = at;
      slot = head;
      label = own;
    }
    if (first === -1) break;
    places[first] = (places[first] as number) + 1;
    if (wanted !== null && !wanted.has(slot)) continue;
    if (number >= start) taken.push(slot);
    number++;
  }
  return taken;
}

function countWanted(lists: readonly Int32Array[], wanted: SlotFilter): number {
  let count = 0;
  for (const list of lists) {
    for (let at = 0; at < list.length; at++) if (wanted.has(list[at] as number)) count++;
  }
  return count;
}
