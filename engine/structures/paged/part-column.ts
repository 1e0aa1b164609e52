/** A part of each of some items, in their order. */
export interface PartColumn<V = unknown> {
  /** All values; null for missing ones at the end. Callers must not modify the list. */
  readonly values: readonly V[];
  /**
   * Writes the values from one index up to another into a list, from index `at` on. Need not make a list of all values.
   */
  copyTo(list: unknown[], at: number, from: number, until: number): void;
}

/** A column that is in memory as a list. */
export class ListColumn<V> implements PartColumn<V> {
  readonly values: readonly V[];

  constructor(values: readonly V[]) {
    this.values = values;
  }

  copyTo(list: unknown[], at: number, from: number, until: number): void {
    const { values } = this;
    const before = at - from;
    for (let index = from; index < until; index++) list[before + index] = values[index] ?? null;
  }
}
