import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import type { Value } from "../../values/value.ts";
import type { Ordering } from "../sorting/ordering.ts";
import type { Range } from "./index-order.ts";

/** One end of a range of values: the value itself is inside, or not. */
export interface Bound {
  readonly value: Value;
  readonly inclusive: boolean;
}

/** An index that is in the order of values, nulls first: they are its keys. */
interface ValueOrdered {
  readonly all: Range;
  seek(isBefore: (key: unknown) => boolean, from?: Cursor): Cursor;
  count(range: Range): number;
}

function isNull(key: unknown): boolean {
  return key === null;
}

/** The keys of an index in the order of a field are its values. */
function valueIn(key: unknown): Value {
  return key as Value;
}

/** The ranges of values in an index that is in their order. */
export class FieldRanges<Index extends ValueOrdered = ValueOrdered> {
  readonly index: Index;
  readonly #field: Pick<Ordering, "compare">;

  constructor(index: Index, field: Pick<Ordering, "compare">) {
    this.index = index;
    this.#field = field;
  }

  /** The rows without a value, or those with one. */
  nulls(areNull: boolean): Range {
    const { from, to } = this.index.all;
    const border = this.index.seek(isNull);
    return areNull ? { from, to: border } : { from: border, to };
  }

  /** The rows whose value lies between two bounds; without a bound, up to the last value. */
  between(low: Bound | null, high: Bound | null): Range {
    const from = low === null ? this.index.seek(isNull) : this.#border(low.value, !low.inclusive);
    const to = high === null ? this.index.all.to : this.#border(high.value, high.inclusive);
    return { from, to };
  }

  /** The rows with a value. */
  equal(value: Value): Range {
    const from = this.#border(value, false);
    return { from, to: this.#border(value, true, from) };
  }

  /** The rows whose text begins like this. */
  startingWith(prefix: string): Range {
    const from = this.#border(prefix, false);
    const { compare } = this.#field;
    const isBefore = (key: unknown): boolean => {
      const own = valueIn(key);
      return own === null || String(own).startsWith(prefix) || compare(own, prefix) < 0;
    };
    return { from, to: this.index.seek(isBefore, from) };
  }

  /** The rows that have a value and are in none of these ranges, which have no row in common and rise. */
  outside(ranges: readonly Range[]): readonly Range[] {
    const { from, to } = this.nulls(false);
    const between: Range[] = [];
    let start: Cursor = from;
    for (const range of ranges) {
      between.push({ from: start, to: range.from });
      start = range.to;
    }
    return [...between, { from: start, to }].filter((range) => this.index.count(range) > 0);
  }

  /** The point before the rows with this value, or behind them; `near`: one that does not lie behind it. */
  #border(value: Value, behind: boolean, near?: Cursor): Cursor {
    const { compare } = this.#field;
    const isBefore = (key: unknown): boolean => {
      const own = valueIn(key);
      if (own === null) return true;
      const order = compare(own, value);
      return behind ? order <= 0 : order < 0;
    };
    return this.index.seek(isBefore, near);
  }
}
