/** What some items, which are numbered from 0, are sorted by. */
export interface Column {
  /** Below zero where the first item comes before the second, zero where they are equal. */
  compare(one: number, other: number): number;
  /** Sort keys that order many items faster than comparisons; null for none. */
  readonly keys: SortKeys | null;
}

/** What items have, a number at a time. */
export interface SortKeys {
  /**
   * Puts a number for each of some items, none of them NaN, into a list: in the order of what the items begin with, when it
   * is called again in that of what follows.
   */
  next(items: Int32Array, into: Float64Array): void;
  /** Whether two items, all of whose numbers so far are equal, have nothing else that differs. */
  areSame(one: number, other: number): boolean;
}

/** The same the other way round. */
export function descending({ compare, keys }: Column): Column {
  return { compare: (one, other) => compare(other, one), keys: keys && descendingKeys(keys) };
}

function descendingKeys({ next, areSame }: SortKeys): SortKeys {
  return {
    areSame,
    next: (items, into) => {
      next(items, into);
      // Zero stays zero: there is a negative one, which is kept in other bits.
      for (let at = 0; at < into.length; at++) into[at] = 0 - (into[at] as number);
    },
  };
}
