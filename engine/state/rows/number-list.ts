/** V8 keeps a typed array of 64 bytes in its heap; larger ones cost an allocation outside of it. */
const FEWEST = 8;

/** Lists without numbers share it: a schema may have a hundred thousand of them, one for each type, locale and status. */
const NONE = new Float64Array(0);

/**
 * Numbers by small integer, 0 if none was set. A single growing typed array, which the garbage collector need not scan.
 */
export class NumberList {
  #items: Float64Array = NONE;
  #length = 0;

  /** One more than the highest index ever set. */
  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return index < this.#length ? (this.#items[index] ?? 0) : 0;
  }

  set(index: number, number: number): void {
    if (index >= this.#items.length) this.#grow(index + 1);
    if (index >= this.#length) this.#length = index + 1;
    this.#items[index] = number;
  }

  #grow(length: number): void {
    const items = new Float64Array(Math.max(FEWEST, length, 2 * this.#items.length));
    items.set(this.#items);
    this.#items = items;
  }
}
