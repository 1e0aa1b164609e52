/** A number for each object, the same for as long as it is there: what stands in a key for the object. */
export class ObjectNumbers<T extends object> {
  readonly #numbers = new WeakMap<T, number>();
  #last = 0;

  of(object: T): number {
    const known = this.#numbers.get(object);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(object, this.#last);
    return this.#last;
  }
}
