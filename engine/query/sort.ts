import type { Status } from "../document/version.ts";
import type { Value } from "../value.ts";
import { orderOf } from "./order.ts";
import { fieldAt, type Node, type Place, type Sight, type Step, stepOver } from "./place.ts";
import type { SortKey } from "./query.ts";

/** Nodes with the layer they are seen in. */
export interface Seen<N extends Node = Node> {
  readonly node: N;
  readonly layer: Status;
}

/**
 * Sorts by the keys in turn; nulls are first ascending and last descending, ties go by ascending id (reads, §8). A to-many
 * path counts with its smallest value ascending and its largest descending; a missing relation counts as null.
 */
export function sorted<N extends Node>(
  sight: Sight,
  place: Place,
  keys: readonly SortKey[],
  nodes: readonly Seen<N>[],
): Seen<N>[] {
  const readers = keys.map((key) => readerOf(sight, place, key));
  const decorated = nodes.map((seen) => ({
    seen,
    values: readers.map((reader) => reader.read(seen.node, seen.layer)),
  }));
  decorated.sort((left, right) => {
    for (let at = 0; at < readers.length; at++) {
      const order = readers[at]?.compare(left.values[at] ?? null, right.values[at] ?? null) ?? 0;
      if (order !== 0) return order;
    }
    return left.seen.node.id - right.seen.node.id;
  });
  return decorated.map(({ seen }) => seen);
}

interface Reader {
  read(node: Node, layer: Status): Value;
  compare(left: Value, right: Value): number;
}

function readerOf(sight: Sight, place: Place, key: SortKey): Reader {
  const steps: Step[] = [];
  let here = place;
  for (const attribute of key.path) {
    const step = stepOver(sight, here, attribute);
    steps.push(step);
    here = step.to;
  }
  const field = fieldAt(sight.state.shape, here, key.field);
  const order = orderOf(field.type);
  const sign = key.direction === "asc" ? 1 : -1;
  const compare = (left: Value, right: Value): number => {
    if (left === null || right === null) return left === right ? 0 : left === null ? -sign : sign;
    return sign * order(left, right);
  };
  if (steps.length === 0) return { read: (node) => field.read(node), compare };
  return { read: (node, layer) => first(valuesAt(steps, field.read, node, layer), compare), compare };
}

function valuesAt(steps: readonly Step[], read: (node: Node) => Value, node: Node, layer: Status): Value[] {
  const [step, ...rest] = steps;
  if (step === undefined) return [read(node)];
  const values: Value[] = [];
  step.walk(node, layer, (next, itsLayer) => {
    values.push(...valuesAt(rest, read, next, itsLayer));
    return false;
  });
  return values.length === 0 ? [null] : values;
}

function first(values: readonly Value[], compare: (left: Value, right: Value) => number): Value {
  return values.reduce((best, value) => (compare(value, best) < 0 ? value : best));
}
