import { LruMap } from "../../../structures/lru-map.ts";
import { areEqualBits } from "../../slot-set.ts";

/** How many results are kept. */
const MAX_KEPT = 64;

/** The first slots of a bitmap in an order; null if rows were changed while they were looked for. */
interface First {
  readonly words: Int32Array;
  readonly slots: readonly number[] | null;
}

/** The first slots of some sets, found in slices by columns, until a row changes: an LRU cache. */
export class FirstSlots {
  readonly #kept = new LruMap<First>(MAX_KEPT);

  /**
   * What was found under a name; undefined if nothing was looked for, null if it was in vain: for other slots, or for rows that
   * were changed.
   */
  take(name: string, words: Int32Array): readonly number[] | null | undefined {
    const known = this.#kept.use(name);
    if (known === undefined) return undefined;
    if (known.slots !== null && areEqualBits(known.words, words)) return known.slots;
    this.#kept.delete(name);
    return null;
  }

  keep(name: string, first: First): void {
    this.#kept.keep(name, first);
  }

  /** A row has changed. That something was looked for in vain stays known. */
  change(): void {
    for (const [name, { slots }] of this.#kept.entries()) if (slots !== null) this.#kept.delete(name);
  }

  clear(): void {
    this.#kept.clear();
  }
}
