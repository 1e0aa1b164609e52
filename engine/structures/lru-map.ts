/** An LRU cache of a number of values by name. */
export class LruMap<V> {
  readonly #most: number;
  readonly #values = new Map<string, V>();

  /** `most`: how many values are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The value with this name, which is the latest that was used then. */
  use(name: string): V | undefined {
    const known = this.#values.get(name);
    if (known === undefined) return undefined;
    this.#values.delete(name);
    this.#values.set(name, known);
    return known;
  }

  keep(name: string, value: V): void {
    this.#values.set(name, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
  }

  delete(name: string): void {
    this.#values.delete(name);
  }

  clear(): void {
    this.#values.clear();
  }

  entries(): Iterable<[string, V]> {
    return this.#values.entries();
  }
}
