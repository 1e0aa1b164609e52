import { LruMap } from "../../../structures/lru-map.ts";
import { areEqualBits } from "../../slot-set.ts";

/** How many results are kept. */
const MAX_KEPT = 16;

/** The first slots of a bitmap in an order; null if rows were changed while they were looked for. */
export interface First {
  readonly words: Int32Array;
  /** Of the state, at the last change of what the slots depend on. */
  readonly revision: number;
  readonly slots: readonly number[] | null;
  /** Why the search ended early. */
  readonly error?: unknown;
}

/** The first slots of some sets, found in slices: an LRU cache. */
export class FirstSlots {
  readonly #kept = new LruMap<First>(MAX_KEPT);

  /** The slots found under a name; undefined: no search was made; null: it was in vain. Throws the search's error. */
  take(name: string, words: Int32Array, revision: number): readonly number[] | null | undefined {
    const known = this.#kept.use(name);
    if (known === undefined) return undefined;
    if (known.slots !== null && known.revision === revision && areEqualBits(known.words, words)) return known.slots;
    this.#kept.delete(name);
    if (known.error !== undefined) throw known.error;
    return null;
  }

  keep(name: string, first: First): void {
    this.#kept.keep(name, first);
  }
}
