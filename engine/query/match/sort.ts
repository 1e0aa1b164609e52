import { topK } from "../../structures/top-k.ts";
import type { Value } from "../../values/value.ts";
import type { Layer } from "../../values/version.ts";
import { fieldAt, follow, type Node, type Position, type ReadView, type Step, type VisibleNode } from "../position.ts";
import type { SortKey } from "../query.ts";
import { LINK, type WorkBudget } from "../work-budget.ts";
import { onceEach } from "./once-each.ts";
import { orderOf } from "./order.ts";

/** The cost of comparing two nodes by one key. */
const COMPARISON = 2;

/** An estimate of the comparisons needed to find the first `count` nodes in order. */
function comparisonsOf(nodes: number, count: number): number {
  return count * 4 > nodes ? nodes * Math.log2(1 + nodes) : nodes;
}

/** Charges for finding the first `count` of so many nodes in the order of some keys. Throws as `WorkBudget` does. */
export function spendOnSorting(
  { work }: ReadView,
  keys: readonly SortKey[],
  nodes: number,
  count: number = nodes,
): void {
  work.spend(comparisonsOf(nodes, count) * (1 + keys.length) * COMPARISON, "sort");
}

/**
 * The first `count` nodes in the order of the keys. Nulls are first ascending and last descending; ties are in
 * ascending order of ids (reads, §8). A to-many path has its smallest value ascending and its largest descending; a
 * missing relation has null.
 */
export function sorted<N extends Node>(
  view: ReadView,
  position: Position,
  keys: readonly SortKey[],
  nodes: readonly VisibleNode<N>[],
  count: number = nodes.length,
): readonly VisibleNode<N>[] {
  spendOnSorting(view, keys, nodes.length, count);
  return firstSorted(view, position, keys, nodes, count);
}

/** Like `sorted`, for a caller that has charged for it by `spendOnSorting`. */
export function firstSorted<N extends Node>(
  view: ReadView,
  position: Position,
  keys: readonly SortKey[],
  nodes: readonly VisibleNode<N>[],
  count: number,
): readonly VisibleNode<N>[] {
  const readers = keys.map((key) => {
    const { read, compare } = sortValueOf(view, position, key);
    return { read: key.path.length === 0 ? read : onceEach(read), compare };
  });
  const compare = (left: VisibleNode<N>, right: VisibleNode<N>): number => {
    for (const reader of readers) {
      const order = reader.compare(reader.read(left.node, left.layer), reader.read(right.node, right.layer));
      if (order !== 0) return order;
    }
    // Drafts and published versions of one type never share an id.
    return left.node.id - right.node.id;
  };
  return topK(nodes, compare, count);
}

/** Comparing a linked value with the first one so far costs a little more than following the link. */
const FIRST_LINK = LINK + 2;

/** Beyond the first step, rows are visited in no particular order, and each is memoized. */
const FURTHER_LINK = 3 * LINK;

type Compare = (left: Value, right: Value) => number;

/** The sort value of a node. */
type Read = (node: Node, layer: Layer) => Value;

/** Reads the value of a node by which it is sorted, and compares two of them. */
export interface SortValue {
  readonly read: Read;
  readonly compare: Compare;
}

/** The value of a key. Nodes behind the position are memoized, but not the position's own value. */
export function sortValueOf(view: ReadView, position: Position, key: SortKey): SortValue {
  const { work } = view;
  const steps: Step[] = [];
  let here = position;
  for (const attribute of key.path) {
    const step = follow(view, here, attribute);
    steps.push(step);
    here = step.to;
  }
  const field = fieldAt(view.state.shape, here, key.field);
  const order = orderOf(field.type);
  const sign = key.direction === "asc" ? 1 : -1;
  const compare: Compare = (left, right) => {
    if (left === null || right === null) return left === right ? 0 : left === null ? -sign : sign;
    return sign * order(left, right);
  };
  const read = steps.reduceRight<Read>((behind, step, at) => {
    const first = firstOver(step, behind, compare, work, at === 0 ? FIRST_LINK : FURTHER_LINK);
    return at === 0 ? first : onceEach(first);
  }, field.read);
  return { read, compare };
}

/** The first of the values behind a step in sort order; null if there are none. */
function firstOver(step: Step, behind: Read, compare: Compare, work: WorkBudget, cost: number): Read {
  return (node, layer) => {
    let first: Value = null;
    let any = false;
    step.walk(node, layer, (next, itsLayer) => {
      work.spend(cost, "sort");
      const value = behind(next, itsLayer);
      if (!any || compare(value, first) < 0) first = value;
      any = true;
      return false;
    });
    return first;
  };
}
