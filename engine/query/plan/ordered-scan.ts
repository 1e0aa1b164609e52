import type { IndexOrder } from "../../indexes/ordered/index-order.ts";
import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import type { Row } from "../../values/row.ts";
import type { SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { orderedIndexOf } from "./indexes-of.ts";
import { reachOf, sortedFieldOf } from "./row-fields.ts";

/** A scan of rows in an order: along an index, or by id if the index is null. */
export interface OrderedScan {
  readonly index: OrderedIndex | null;
  readonly descending: boolean;
}

/** Like `orderedScanOf`, but only if the index exists already. */
export function builtScanOf(source: RowSource, sort: readonly SortKey[]): OrderedScan | null {
  return scanAlong(source, sort, false);
}

/** A scan in the order of the sort keys; null if they cross relations, or there are few rows. */
export function orderedScanOf(source: RowSource, sort: readonly SortKey[]): OrderedScan | null {
  return scanAlong(source, sort, true);
}

/** `builds`: the index is built if it does not exist. */
function scanAlong(source: RowSource, sort: readonly SortKey[], builds: boolean): OrderedScan | null {
  const first = sort[0];
  if (first === undefined) return BY_ID;
  if (!areWithinRows(source, sort)) return null;
  const order = orderOf(source, sort, first);
  const index = builds ? orderedIndexOf(source, order) : source.space.indexes.keptOrder(order.name);
  return index === null ? null : { index, descending: first.direction === "desc" };
}

const BY_ID: OrderedScan = { index: null, descending: false };

/** Whether no sort key is behind a relation. */
export function areWithinRows(source: RowSource, sort: readonly SortKey[]): boolean {
  for (const { path } of sort) if (reachOf(source, path) === null) return false;
  return true;
}

function orderOf(source: RowSource, sort: readonly SortKey[], first: SortKey): IndexOrder {
  if (sort.length > 1) return orderOfKeys(source, sort, first);
  return sortedFieldOf(source, first.path, first.field, first.direction).order;
}

/** The order of some keys or its exact reverse, so that the first key ascends. */
function orderOfKeys(source: RowSource, sort: readonly SortKey[], first: SortKey): IndexOrder {
  const keys = sort.map(({ path, field, direction }) => {
    const sign = direction === first.direction ? 1 : -1;
    return { sign, ...sortedFieldOf(source, path, field, direction).order };
  });
  const order: IndexOrder<Row> = {
    name: keys.map(({ sign, name }) => (sign === 1 ? name : `-${name}`)).join(","),
    keyOf: (row) => row,
    compare: (left, right) => {
      for (const { sign, keyOf, compare } of keys) {
        const order = compare(keyOf(left), keyOf(right));
        if (order !== 0) return sign * order;
      }
      return 0;
    },
    by: keys.flatMap(({ sign, by }) => by.map(({ field }) => ({ field, isDescending: sign === -1 }))),
  };
  return order;
}
