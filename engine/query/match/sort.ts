import type { Value } from "../../values/value.ts";
import type { Layer } from "../../values/version.ts";
import { fieldAt, follow, type Node, type Position, type ReadView, type Step, type VisibleNode } from "../position.ts";
import type { SortKey } from "../query.ts";
import { LINK, type WorkBudget } from "../work-budget.ts";
import { onceEach } from "./once-each.ts";
import { orderOf } from "./order.ts";
import { topK } from "./top-k.ts";

/** What it costs to put one node in its place by one key. */
const COMPARISON = 2;

/** About how many comparisons it takes to find the first `count` in order. */
function comparisonsOf(nodes: number, count: number): number {
  return count * 4 > nodes ? nodes * Math.log2(1 + nodes) : nodes;
}

/** Charges for finding the first `count` of so many nodes in the order of some keys. Throws as `Allowance` does. */
export function spendOnSorting(
  { work }: ReadView,
  keys: readonly SortKey[],
  nodes: number,
  count: number = nodes,
): void {
  work.spend(comparisonsOf(nodes, count) * (1 + keys.length) * COMPARISON, "sort");
}

/**
 * The first `count` nodes by the keys in turn; nulls are first ascending and last descending, ties go by ascending id
 * (reads, §8). A to-many path counts with its smallest value ascending and its largest descending; a missing relation
 * counts as null.
 */
export function sorted<N extends Node>(
  view: ReadView,
  position: Position,
  keys: readonly SortKey[],
  nodes: readonly VisibleNode<N>[],
  count: number = nodes.length,
): readonly VisibleNode<N>[] {
  spendOnSorting(view, keys, nodes.length, count);
  const readers = keys.map((key) => readerOf(view, position, key));
  const compare = (left: VisibleNode<N>, right: VisibleNode<N>): number => {
    for (const reader of readers) {
      const order = reader.compare(reader.read(left), reader.read(right));
      if (order !== 0) return order;
    }
    // Drafts and published versions of one type never share an id.
    return left.node.id - right.node.id;
  };
  return topK(nodes, compare, count);
}

/** To compare what is behind a link with what came first so far costs a little more than to follow the link. */
const FIRST_LINK = LINK + 2;

/** Beyond the first step rows are met in no order of theirs, and each is remembered. */
const FURTHER_LINK = 3 * LINK;

interface Reader {
  read(seen: VisibleNode): Value;
  compare(left: Value, right: Value): number;
}

type Compare = Reader["compare"];

/** What a node counts with. */
type Read = (node: Node, layer: Layer) => Value;

function readerOf(view: ReadView, position: Position, key: SortKey): Reader {
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
  const read = steps.reduceRight<Read>(
    (behind, step, at) => onceEach(firstOver(step, behind, compare, work, at === 0 ? FIRST_LINK : FURTHER_LINK)),
    field.read,
  );
  return { read: ({ node, layer }) => read(node, layer), compare };
}

/** The value that comes first among those behind a step; null when there is nothing behind it. */
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
