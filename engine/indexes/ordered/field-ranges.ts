import type { Cursor } from "../../structures/sorted-list/cursor.ts";
import type { Value } from "../../values/value.ts";
import type { Ordering } from "../sorting/ordering.ts";
import type { Range } from "./index-order.ts";

/** One end of a range of values, with or without the value itself. */
export interface Bound {
  readonly value: Value;
  readonly inclusive: boolean;
}

/** An index in the order of its keys, which are values, nulls first. */
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

/** Finds ranges of values in an index that is ordered by them. */
export class FieldRanges<Index extends ValueOrdered = ValueOrdered> {
  readonly index: Index;
  readonly #compare: Ordering["compare"];
  /** The border that is searched for: fields, because a list of values would make a closure for each of its borders. */
  #value: Value = null;
  #behind = false;
  /** Made with the first border: an order needs none. */
  #isBefore: ((key: unknown) => boolean) | null = null;

  constructor(index: Index, { compare }: Pick<Ordering, "compare">) {
    this.index = index;
    this.#compare = compare;
  }

  /** The rows without a value, or the rows with one. */
  nulls(areNull: boolean): Range {
    const { from, to } = this.index.all;
    const border = this.index.seek(isNull);
    return areNull ? { from, to: border } : { from: border, to };
  }

  /** The rows whose value is between two bounds; without a bound, the range is open at that end. */
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

  /** The rows whose text has this prefix. */
  startingWith(prefix: string): Range {
    const from = this.#border(prefix, false);
    const compare = this.#compare;
    const isBefore = (key: unknown): boolean => {
      const own = valueIn(key);
      return own === null || String(own).startsWith(prefix) || compare(own, prefix) < 0;
    };
    return { from, to: this.index.seek(isBefore, from) };
  }

  /** The rows that have a value and are in none of these ranges, which must be disjoint and ascending. */
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

  /** The point before the rows with this value, or after them; `near`: a point at or before it. */
  #border(value: Value, behind: boolean, near?: Cursor): Cursor {
    this.#value = value;
    this.#behind = behind;
    this.#isBefore ??= (key) => {
      const own = valueIn(key);
      if (own === null) return true;
      const order = this.#compare(own, this.#value);
      return this.#behind ? order <= 0 : order < 0;
    };
    return this.index.seek(this.#isBefore, near);
  }
}
