/** Values by text, bounded by how much text there is. Those that have not been asked for longest go first. */
export class TextCache<T> {
  readonly #values = new Map<string, T>();
  readonly #limit: number;
  #length = 0;

  /** `limit`: characters of all keys together. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(text: string): T | undefined {
    const value = this.#values.get(text);
    if (value === undefined) return undefined;
    this.#values.delete(text);
    this.#values.set(text, value);
    return value;
  }

  set(text: string, value: T): void {
    if (text.length * 16 > this.#limit) return;
    if (!this.#values.has(text)) this.#length += text.length;
    this.#values.set(text, value);
    for (const oldest of this.#values.keys()) {
      if (this.#length <= this.#limit) return;
      this.#values.delete(oldest);
      this.#length -= oldest.length;
    }
  }
}
