/** A number for each object, the same for as long as the object lives: keys contain it instead of the object. */
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
