/** Gives each object a number that is stable while the object lives, so that keys can contain the number. */
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
