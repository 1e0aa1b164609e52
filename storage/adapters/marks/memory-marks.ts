import type { Marks } from "../../port.ts";

/** Marks in memory. */
export class MemoryMarks implements Marks {
  readonly #values = new Map<string, string>();

  async read(name: string): Promise<string | null> {
    return this.#values.get(name) ?? null;
  }

  async names(prefix: string): Promise<readonly string[]> {
    return [...this.#values.keys()].filter((name) => name.startsWith(prefix)).sort();
  }

  async write(name: string, expected: string | null, value: string | null): Promise<boolean> {
    if ((this.#values.get(name) ?? null) !== expected) return false;
    if (value === null) this.#values.delete(name);
    else this.#values.set(name, value);
    return true;
  }
}
