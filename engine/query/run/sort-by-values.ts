import type { First } from "../../indexes/building/found/first-slots.ts";
import { blocksOf, finish, type Steps } from "../../indexes/building/steps.ts";
import { bitsOf, eachSlot, type SlotSet } from "../../indexes/slot-set.ts";
import { TopK } from "../../structures/top-k.ts";
import type { Row } from "../../values/row.ts";
import type { Value } from "../../values/value.ts";
import { partsSorted } from "../match/parts-read.ts";
import { firstSorted, type SortValue, sortValueOf, spendOnSorting } from "../match/sort.ts";
import { positionOfType, type VisibleNode } from "../position.ts";
import type { SortKey } from "../query.ts";
import { followsState, type RowSource, withBudgetOfSlices } from "../row-source.ts";
import { typesSelecting } from "../types-read.ts";

/** Words of a bitmap that one step visits. */
const WORDS = 64;

/** A heap holds the rows up to the end of a page, if they are so few. */
const MOST_IN_HEAP = 1_000;

/** Rows for each bin of others, and for each sampled one. */
const BIN = 512;

/**
 * The slots of a set with `count` members in the order of some keys, from `start` up to `stop`, by the values of the rows. Where
 * there are many, a query that may be suspended ends until they are found in slices, or until its indexes are there.
 */
export function sortByValues(
  source: RowSource,
  set: SlotSet,
  keys: readonly SortKey[],
  count: number,
  start: number,
  stop: number,
): readonly number[] {
  const { view } = source.context;
  const { demand, state } = view;
  const areMany = demand.areMany(count, state.shape.limits.manyRows);
  // Before a node is made of each row: a query that is refused makes none. Of many, the rows of other pages are not sorted.
  spendOnSorting(view, keys, count, areMany ? 0 : stop);
  if (!areMany && !source.space.makesMost(count)) {
    const sorted = firstSorted(view, positionOfType(source.type), keys, visibleNodesIn(source, set), stop);
    return sorted.slice(start, stop).map(({ node }) => node.slot);
  }
  if (areMany && demand.suspends) return pageInSlices(source, set, keys, count, start, stop);
  if (areMany) demand.scansMany();
  return finish(pageInSteps(source, bitsOf(set, source.space.slots), keys, start, stop));
}

function pageInSlices(
  source: RowSource,
  set: SlotSet,
  keys: readonly SortKey[],
  count: number,
  start: number,
  stop: number,
): readonly number[] {
  const { context, space, type } = source;
  const { state, demand, behindPlainTypes } = context.view;
  const { shape } = state;
  const words = bitsOf(set, space.slots);
  const types = [type.uid, ...typesSelecting(shape.schema, shape.relations, type, { filter: null, sort: keys })];
  const revision = state.lastChangeOfAny(types);
  // Forks share indexes, but not the rows behind relations.
  const seen = types.length === 1 ? null : [behindPlainTypes, state.serial];
  const name = JSON.stringify(["rows in order", start, stop, count, keys, seen, demand.question]);
  const known = space.indexes.firstSlots.take(name, words, revision);
  if (known) return known;
  // Rows are changed while they are sorted, but the indexes are kept up to date.
  if (known === null && demand.isUnmet) demand.suspend();
  return demand.suspendForScan(() => {
    // The words are memory of the query.
    const own = words.slice();
    const follows = followsState(source);
    const isCurrent = () => follows() && state.lastChangeOfAny(types) === revision;
    const steps = () => untilChanged(pageInSteps(withBudgetOfSlices(source), own, keys, start, stop), isCurrent);
    return space.indexes.findInSlices(name, own.byteLength, steps, (found) => {
      space.indexes.firstSlots.keep(name, { words: own, revision, ...found });
    });
  });
}

/** The slots that some steps find; null, with the error if there is one, if they end early. */
function* untilChanged(
  steps: Steps<readonly number[]>,
  isCurrent: () => boolean,
): Steps<Pick<First, "slots" | "error">> {
  try {
    while (isCurrent()) {
      const { done, value } = steps.next();
      if (done === true) return { slots: value };
      yield;
    }
    return { slots: null };
  } catch (error) {
    return { slots: null, error };
  }
}

/** A row with its values of the keys. */
interface Keyed {
  readonly slot: number;
  readonly values: readonly Value[];
}

type Compare = (left: Keyed, right: Keyed) => number;

/** The rows of a bitmap, and how they are sorted. */
interface Sorting {
  readonly source: RowSource;
  readonly words: Int32Array;
  /** The attributes and times that the keys read. */
  readonly parts: readonly string[];
  readonly readers: readonly SortValue[];
  readonly compare: Compare;
}

/** Some of the slots in a bitmap, in order. */
function* pageInSteps(
  source: RowSource,
  words: Int32Array,
  keys: readonly SortKey[],
  start: number,
  stop: number,
): Steps<readonly number[]> {
  const { context, type } = source;
  const readers = keys.map((key) => sortValueOf(context.view, positionOfType(type), key));
  const compare: Compare = (left, right) => {
    for (let at = 0; at < readers.length; at++) {
      const order = readers[at]?.compare(left.values[at] ?? null, right.values[at] ?? null) ?? 0;
      if (order !== 0) return order;
    }
    return left.slot - right.slot;
  };
  const parts = partsSorted(context.view.state.shape, type, keys);
  const sorting: Sorting = { source, words, parts, readers, compare };
  const page =
    stop <= MOST_IN_HEAP ? (yield* firstOf(sorting, stop)).slice(start) : yield* between(sorting, start, stop);
  return page.map(({ slot }) => slot);
}

/** Visits each row as the same object: a visitor copies the rows that it keeps. */
function* eachKeyed({ source, words, parts, readers }: Sorting, visit: (keyed: Keyed) => void): Steps<void> {
  const { layer, space } = source;
  const keyed = { slot: 0, values: new Array<Value>(readers.length).fill(null) };
  for (let from = 0; from < words.length; from += WORDS) {
    space.eachSketchIn(words, from, from + WORDS, parts, (row) => {
      keyed.slot = row.slot;
      for (let at = 0; at < readers.length; at++) keyed.values[at] = readers[at]?.read(row, layer) ?? null;
      visit(keyed);
    });
    yield;
  }
}

function copyOf({ slot, values }: Keyed): Keyed {
  return { slot, values: values.slice() };
}

function* firstOf(sorting: Sorting, stop: number): Steps<readonly Keyed[]> {
  const top = new TopK(sorting.compare, stop);
  yield* eachKeyed(sorting, (keyed) => top.offer(copyOf(keyed)));
  return top.take();
}

/** One row of each bin, in order; not at the same place of each, as values may recur with the rows. */
function* sampleOf({ source, words, readers, compare }: Sorting): Steps<readonly Keyed[]> {
  const { layer, space } = source;
  const sampled: Keyed[] = [];
  let [passed, bin, next] = [0, 0, 0];
  for (let from = 0; from < words.length; from += WORDS) {
    eachSlot({ kind: "bits", words: words.subarray(from, from + WORDS) }, (place) => {
      if (passed++ < next) return true;
      bin++;
      // Fibonacci hashing: nine bits.
      next = bin * BIN + (Math.imul(bin, 0x9e3779b1) >>> 23);
      const slot = (from << 5) + place;
      const row = space.row(slot);
      if (row !== undefined) sampled.push({ slot, values: readers.map(({ read }) => read(row, layer)) });
      return true;
    });
    yield;
  }
  return sampled.sort(compare);
}

/**
 * Floyd–Rivest selection: almost certainly two sampled rows, four standard errors before and behind the page, enclose it. The
 * rows between them are put into bins between sampled ones, and only the bins with rows of the page are sorted.
 */
function* between(sorting: Sorting, start: number, stop: number): Steps<readonly Keyed[]> {
  const { compare } = sorting;
  const sampled = yield* sampleOf(sorting);
  const margin = Math.ceil(2 * Math.sqrt(sampled.length));
  const first = Math.max(0, Math.floor(start / BIN) - margin);
  const last = Math.ceil(stop / BIN) + margin;
  const near = yield* rowsBetween(sorting, sampled[first - 1], sampled[last]);
  if (near.passed <= start && near.passed + near.rows.length >= stop) {
    return yield* pageOf(near.rows, sampled.slice(first, last), compare, start - near.passed, stop - near.passed);
  }
  const all = yield* rowsBetween(sorting, undefined, undefined);
  return yield* pageOf(all.rows, sampled, compare, start, stop);
}

/** The rows from one on, and before another one; `passed`: how many rows come before them. */
function* rowsBetween(
  sorting: Sorting,
  from: Keyed | undefined,
  to: Keyed | undefined,
): Steps<{ readonly rows: readonly Keyed[]; readonly passed: number }> {
  const { compare } = sorting;
  const rows: Keyed[] = [];
  let passed = 0;
  yield* eachKeyed(sorting, (keyed) => {
    if (from !== undefined && compare(keyed, from) < 0) passed++;
    else if (to === undefined || compare(keyed, to) < 0) rows.push(copyOf(keyed));
  });
  return { rows, passed };
}

/** Some of these rows, in order: puts them into bins between sampled ones. */
function* pageOf(
  rows: readonly Keyed[],
  sampled: readonly Keyed[],
  compare: Compare,
  start: number,
  stop: number,
): Steps<readonly Keyed[]> {
  const bins = Array.from({ length: sampled.length + 1 }, (): Keyed[] => []);
  for (const [from, until] of blocksOf(rows.length, BIN)) {
    for (const keyed of rows.slice(from, until)) bins[binOf(keyed, sampled, compare)]?.push(keyed);
    yield;
  }
  const page: Keyed[] = [];
  let passed = 0;
  for (const bin of bins) {
    if (passed < stop && passed + bin.length > start) {
      for (const keyed of bin.sort(compare).slice(Math.max(0, start - passed), stop - passed)) page.push(keyed);
      yield;
    }
    passed += bin.length;
  }
  return page;
}

/** How many of the sampled rows are not behind a row. */
function binOf(keyed: Keyed, sampled: readonly Keyed[], compare: Compare): number {
  let [low, high] = [0, sampled.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(sampled[middle] as Keyed, keyed) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows in a list. */
function visibleNodesIn({ space, layer }: RowSource, set: SlotSet): VisibleNode<Row>[] {
  const seen: VisibleNode<Row>[] = [];
  eachSlot(set, (slot) => {
    const row = space.row(slot);
    if (row !== undefined) seen.push({ node: row, layer });
    return true;
  });
  return seen;
}
