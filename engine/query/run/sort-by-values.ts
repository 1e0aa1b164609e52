import type { First } from "../../indexes/building/found/first-slots.ts";
import { finish, type Steps } from "../../indexes/building/steps.ts";
import { bitsOf, eachSlot, type SlotSet } from "../../indexes/slot-set.ts";
import { TopK } from "../../structures/top-k.ts";
import type { Row } from "../../values/row.ts";
import type { Value } from "../../values/value.ts";
import { partsSorted } from "../match/parts-read.ts";
import { firstSorted, sortValueOf, spendOnSorting } from "../match/sort.ts";
import { positionOfType, type VisibleNode } from "../position.ts";
import type { SortKey } from "../query.ts";
import { followsState, type RowSource, withBudgetOfSlices } from "../row-source.ts";
import { typesSelecting } from "../types-read.ts";

/** The rows up to the end of a page that are found in slices: of more, each step would take long. */
const MOST_IN_SLICES = 10_000;

/** Words of a bitmap that one step visits. */
const WORDS = 64;

/**
 * The first slots of a set with `count` members in the order of some keys, by the values of the rows. Where there are many, a
 * query that may be suspended ends until they are found in slices, or until its indexes are there.
 */
export function sortByValues(
  source: RowSource,
  set: SlotSet,
  keys: readonly SortKey[],
  count: number,
  stop: number,
): readonly number[] {
  const { view } = source.context;
  const { indexDemand, shape } = view.state;
  // Before a node is made of each row: a query that is refused makes none.
  spendOnSorting(view, keys, count, stop);
  if (indexDemand.areMany(count, shape.limits.manyRows)) {
    if (indexDemand.suspends && stop <= MOST_IN_SLICES) return firstInSlices(source, set, keys, count, stop);
    if (indexDemand.suspends && indexDemand.isUnmet) indexDemand.suspend();
    indexDemand.scansMany();
    return finish(sortInSteps(source, bitsOf(set, source.space.slots), keys, stop));
  }
  const sorted = firstSorted(view, positionOfType(source.type), keys, visibleNodesIn(source, set), stop);
  return sorted.map(({ node }) => node.slot);
}

function firstInSlices(
  source: RowSource,
  set: SlotSet,
  keys: readonly SortKey[],
  count: number,
  stop: number,
): readonly number[] {
  const { context, space, type } = source;
  const { state, behindPlainTypes } = context.view;
  const { indexDemand, shape } = state;
  const words = bitsOf(set, space.slots);
  const types = [type.uid, ...typesSelecting(shape.schema, shape.relations, type, { filter: null, sort: keys })];
  const revision = state.lastChangeOfAny(types);
  // Forks share indexes, but not what is behind relations.
  const seen = types.length === 1 ? null : [behindPlainTypes, state.serial];
  const name = JSON.stringify(["the first", stop, count, keys, seen, indexDemand.question]);
  const known = space.indexes.firstSlots.take(name, words, revision);
  if (known) return known;
  // Rows are changed while they are sorted, but the indexes are kept up to date.
  if (known === null && indexDemand.isUnmet) indexDemand.suspend();
  return indexDemand.suspendForScan(() => {
    // The words are memory of the query.
    const own = words.slice();
    const follows = followsState(source);
    const isCurrent = () => follows() && state.lastChangeOfAny(types) === revision;
    const steps = () => untilChanged(sortInSteps(withBudgetOfSlices(source), own, keys, stop), isCurrent);
    return space.indexes.findInSlices(name, own.byteLength, steps, (found) => {
      space.indexes.firstSlots.keep(name, { words: own, revision, ...found });
    });
  });
}

/** What some steps find, or why they end before. */
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

/** The first of the slots in a bitmap. */
function* sortInSteps(
  { context, type, layer, space }: RowSource,
  words: Int32Array,
  keys: readonly SortKey[],
  stop: number,
): Steps<readonly number[]> {
  const readers = keys.map((key) => sortValueOf(context.view, positionOfType(type), key));
  const compare = (left: Keyed, right: Keyed): number => {
    for (let at = 0; at < readers.length; at++) {
      const order = readers[at]?.compare(left.values[at] ?? null, right.values[at] ?? null) ?? 0;
      if (order !== 0) return order;
    }
    return left.slot - right.slot;
  };
  const top = new TopK(compare, stop);
  const parts = partsSorted(context.view.state.shape, type, keys);
  for (let from = 0; from < words.length; from += WORDS) {
    space.eachSketchIn(words, from, from + WORDS, parts, (row) => {
      top.offer({ slot: row.slot, values: readers.map(({ read }) => read(row, layer)) });
    });
    yield;
  }
  return top.take().map(({ slot }) => slot);
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
