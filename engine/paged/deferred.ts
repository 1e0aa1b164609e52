/** Consecutive items that are made when one of them is first asked for. */
export class Deferred<T> {
  /** Index of the first one. */
  readonly first: number;
  readonly length: number;
  #made: readonly T[] | (() => readonly T[]);

  constructor(first: number, length: number, make: () => readonly T[]) {
    this.first = first;
    this.length = length;
    this.#made = make;
  }

  /** The items; the same ones each time. */
  get items(): readonly T[] {
    if (typeof this.#made === "function") this.#made = this.#made();
    return this.#made;
  }

  /** Puts those that belong there into a list whose first place has this index. */
  fill(places: (T | undefined)[], index: number): void {
    const { first, items } = this;
    const until = Math.min(items.length, index + places.length - first);
    for (let at = Math.max(0, index - first); at < until; at++) places[first + at - index] = items[at];
  }
}
