import type { OrderLabels } from "../../indexes/ordered/order-labels.ts";
import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import type { PostingLists } from "../../indexes/posting-lists.ts";
import { countSlots, listOf, sliceOf } from "../../indexes/slot-set.ts";
import { isSparse } from "../../indexes/slot-union.ts";
import { bitCost, labelledCost, probeCost, setCost, stepCost } from "../plan/costs.ts";
import { likelyIn } from "../plan/order-plan.ts";
import type { PostingsPlan } from "../plan/postings-plan.ts";
import { isExact, type Selected, type Selection } from "../plan/selection.ts";
import type { Page } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { collect, collectBehind } from "./collect.ts";
import { linkIndex, linkIndexName } from "./linked-slots.ts";
import { type SlotFilter, slotFilter } from "./slot-filter.ts";

/** A page of slots in order, and the number of slots on all pages; null if it was not requested. */
export interface PageOfSlots {
  readonly slots: readonly number[];
  readonly total: number | null;
}

/** How many lists are merged at most. */
const MAX_LISTS = 32;

/** In nanoseconds, as in costs.ts: comparing the heads of two lists, and starting a list. */
const CHOICE = 5;
const LIST = 200;

/** A list is kept in the order of a second index for counting if walking along it would take longer than this. */
const SHORT_WALK = 5_000;

/** Posting lists of one relation, for some far rows. */
interface Linked {
  readonly name: string;
  readonly postings: PostingLists;
  readonly far: RowSource;
  readonly slots: readonly number[];
}

/**
 * The page of rows that are linked to one of a few far rows, by scanning sorted posting lists until the page is full.
 * All matches are counted on lists as well, or by sets if that is less work. Null if the lists do not exist, or sets
 * lead to the page faster.
 */
export function runPostings(
  source: RowSource,
  plan: PostingsPlan,
  selected: Selected,
  { start, limit, withCount }: Page,
): PageOfSlots | null {
  const { rest, index, descending } = plan;
  const { size } = source.space;
  const linked = linkedOf(source, plan);
  const lists = linked && sortedLists(source, linked, index, descending);
  if (linked === null || lists === null) return null;
  let all = 0;
  for (const { length } of lists) all += length;
  const stop = limit === null ? all : Math.min(all, start + limit);
  const rows = Math.max(1, rest === null ? all : rest.rows);
  const steps = Math.min(all, Math.ceil((stop * all) / rows));
  const step = (rest === null ? 0 : probeCost(size)) + (lists.length - 1) * CHOICE;
  const sets = 2 * setCost(size);
  const walk = (all - steps) * step;
  const areCounted = withCount && areDisjoint(plan, lists);
  const known =
    areCounted && (rest === null || walk > lists.length * SHORT_WALK) ? countOf(source, linked, rest, all) : null;
  const isCounted = withCount && known === null && walk <= sets;
  const counting = isCounted ? walk : withCount && known === null ? sets : 0;
  if (lists.length * LIST + steps * step + counting > sets + orderingCost(size, rows, stop)) return null;
  const wanted = rest === null ? null : slotFilter(rest, all);
  const labels = index.labels(stop);
  if (labels === null || (rest !== null && wanted === null)) return null;
  source.context.view.work.spend(lists.length + (isCounted ? all : steps), "filters");
  const [only] = lists;
  const until = isCounted ? Number.POSITIVE_INFINITY : stop;
  const taken =
    lists.length === 1 && only !== undefined
      ? take(only, wanted, start, stop, until)
      : takeMerged({ lists, labels, descending, wanted }, start, stop, until);
  if (isCounted || !withCount) return { slots: taken.slots, total: isCounted ? taken.passed : null };
  return { slots: taken.slots, total: known ?? countSlots(collect(source, selected)) };
}

/**
 * How many slots of disjoint lists are selected, `all` if `rest` is null. Those in ranges of an index are counted by
 * binary search on the lists in its order; null for other selections, or if these lists do not exist.
 */
function countOf(source: RowSource, linked: readonly Linked[], rest: Selection | null, all: number): number | null {
  if (rest === null) return all;
  const range = rest.kind === "every" && rest.parts.length === 1 ? rest.parts[0] : rest;
  if (range?.kind !== "ranges") return null;
  const lists = sortedLists(source, linked, range.index, false);
  const wanted = lists && range.index.slotsIn(range.ranges, all);
  if (lists === null || wanted === null) return null;
  let count = 0;
  for (const list of lists) count += wanted.countIn(list);
  return count;
}

/**
 * The cheapest of three costs: scanning an order of `size` under a set of this many rows until a page is full, sorting
 * the rows by their labels, or sorting the rows in the first bins of the order.
 */
export function orderingCost(size: number, rows: number, stop: number): number {
  const label = labelledCost(size);
  const bins = isSparse(rows, size) ? rows * bitCost(size) : setCost(size);
  return Math.min((stop * size * stepCost(size)) / rows, rows * label, bins + likelyIn(stop) * label);
}

/** The posting lists of all far rows; null if there are none or too many, or while the lists are being built. */
function linkedOf(source: RowSource, { links }: PostingsPlan): readonly Linked[] | null {
  const linked: Linked[] = [];
  let lists = 0;
  for (const each of links) {
    if (isExact(each.to) && each.to.selection.rows > MAX_LISTS) return null;
    const set = collectBehind(each);
    lists += countSlots(set);
    if (lists > MAX_LISTS) return null;
    const postings = linkIndex(source, each.end, each.layer);
    if (postings === null) return null;
    linked.push({ name: linkIndexName(each.end, each.layer), postings, far: each.far, slots: listOf(set) });
  }
  return lists === 0 ? null : linked;
}

/** The lists in the order of an index; null if one is not sorted. */
function sortedLists(
  { space }: RowSource,
  linked: readonly Linked[],
  index: OrderedIndex,
  descending: boolean,
): readonly Int32Array[] | null {
  const lists: Int32Array[] = [];
  let missing = 0;
  for (const { name, postings, far, slots } of linked) {
    const sorted = space.indexes.sortedLinks(name, postings, index, descending);
    for (const slot of slots) {
      const list = sorted.at(far.space.row(slot)?.document ?? -1);
      // The remaining lists are requested too, so that they get sorted once that is worthwhile.
      if (list === null) missing++;
      else lists.push(list);
    }
  }
  return missing === 0 ? lists : null;
}

/** Whether no row can be in two of the lists. */
function areDisjoint({ links }: PostingsPlan, lists: readonly Int32Array[]): boolean {
  return lists.length === 1 || (links.length === 1 && links[0]?.end.attribute.many === false);
}

/** The slots numbered from `start` up to `stop`, and how many were passed until there were enough, or no more. */
interface ListPart {
  readonly slots: readonly number[];
  readonly passed: number;
}

/** The wanted slots of one list (null: all slots). */
function take(list: Int32Array, wanted: SlotFilter | null, start: number, stop: number, until: number): ListPart {
  if (wanted === null) return { slots: sliceOf(list, start, stop), passed: list.length };
  const slots: number[] = [];
  let passed = 0;
  for (let at = 0; at < list.length && passed < until; at++) {
    const slot = list[at] as number;
    if (!wanted.has(slot)) continue;
    if (passed >= start && passed < stop) slots.push(slot);
    passed++;
  }
  return { slots, passed };
}

interface MergeInput {
  readonly lists: readonly Int32Array[];
  readonly labels: OrderLabels;
  readonly descending: boolean;
  /** Null: all slots. */
  readonly wanted: SlotFilter | null;
}

/** K-way merge: the wanted slots of sorted lists in order, each once. */
function takeMerged(
  { lists, labels, descending, wanted }: MergeInput,
  start: number,
  stop: number,
  until: number,
): ListPart {
  const places = new Int32Array(lists.length);
  const sign = descending ? -1 : 1;
  const slots: number[] = [];
  let passed = 0;
  let last = -1;
  while (passed < until) {
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
    // A slot in several lists comes up several times in succession.
    if (slot === last) continue;
    last = slot;
    if (wanted !== null && !wanted.has(slot)) continue;
    if (passed >= start && passed < stop) slots.push(slot);
    passed++;
  }
  return { slots, passed };
}
