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

/** Rows for each bin of others. */
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
  const { indexDemand, shape } = view.state;
  if (!indexDemand.areMany(count, shape.limits.manyRows)) {
    // Before a node is made of each row: a query that is refused makes none.
    spendOnSorting(view, keys, count, stop);
    const sorted = firstSorted(view, positionOfType(source.type), keys, visibleNodesIn(source, set), stop);
    return sorted.slice(start, stop).map(({ node }) => node.slot);
  }
  // The rows of other pages are not sorted.
  spendOnSorting(view, keys, count, 0);
  if (indexDemand.suspends) return pageInSlices(source, set, keys, count, start, stop);
  indexDemand.scansMany();
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
  const { state, behindPlainTypes } = context.view;
  const { indexDemand, shape } = state;
  const words = bitsOf(set, space.slots);
  const types = [type.uid, ...typesSelecting(shape.schema, shape.relations, type, { filter: null, sort: keys })];
  const revision = state.lastChangeOfAny(types);
  // Forks share indexes, but not the rows behind relations.
  const seen = types.length === 1 ? null : [behindPlainTypes, state.serial];
  const name = JSON.stringify(["rows in order", start, stop, count, keys, seen, indexDemand.question]);
  const known = space.indexes.firstSlots.take(name, words, revision);
  if (known) return known;
  // Rows are changed while they are sorted, but the indexes are kept up to date.
  if (known === null && indexDemand.isUnmet) indexDemand.suspend();
  return indexDemand.suspendForScan(() => {
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
  const each = (visit: (keyed: Keyed) => void) => eachKeyed(source, words, parts, readers, visit);
  const page = yield* stop <= MOST_IN_HEAP ? firstOf(each, compare, stop) : numberedOf(each, compare, start, stop);
  return page.slice(stop <= MOST_IN_HEAP ? start : 0).map(({ slot }) => slot);
}

type EachKeyed = (visit: (keyed: Keyed) => void) => Steps<void>;

function* eachKeyed(
  { layer, space }: RowSource,
  words: Int32Array,
  parts: readonly string[],
  readers: readonly SortValue[],
  visit: (keyed: Keyed) => void,
): Steps<void> {
  for (let from = 0; from < words.length; from += WORDS) {
    space.eachSketchIn(words, from, from + WORDS, parts, (row) => {
      visit({ slot: row.slot, values: readers.map(({ read }) => read(row, layer)) });
    });
    yield;
  }
}

function* firstOf(each: EachKeyed, compare: Compare, stop: number): Steps<readonly Keyed[]> {
  const top = new TopK(compare, stop);
  yield* each((keyed) => top.offer(keyed));
  return top.take();
}

/** Sample sort: puts the rows into bins between sampled ones, and sorts only the bins with rows of the page. */
function* numberedOf(each: EachKeyed, compare: Compare, start: number, stop: number): Steps<readonly Keyed[]> {
  const all: Keyed[] = [];
  yield* each((keyed) => all.push(keyed));
  const sampled = all.filter((_, at) => at % BIN === 0).sort(compare);
  const bins = Array.from({ length: sampled.length + 1 }, (): Keyed[] => []);
  for (const [from, until] of blocksOf(all.length, BIN)) {
    for (const keyed of all.slice(from, until)) bins[binOf(keyed, sampled, compare)]?.push(keyed);
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
