import type { IndexBudget, IndexCost } from "./index-budget.ts";

/** An index with the number of the question that last used it: infinite for one that is never dropped. */
interface Kept<T> {
  readonly index: T;
  lastUse: number;
}

/** The indexes of one kind by their names, as long as there is room for them. */
export class KeptIndexes<T extends { readonly bytes: number }> {
  readonly #budget: IndexBudget;
  readonly #all = new Map<string, Kept<T>>();

  constructor(budget: IndexBudget) {
    this.#budget = budget;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The index of this name, which is not used by that. */
  get(name: string): T | undefined {
    return this.#all.get(name)?.index;
  }

  /** The index of this name for a question. */
  use(name: string): T | undefined {
    const kept = this.#all.get(name);
    if (kept === undefined) return undefined;
    kept.lastUse = Math.max(kept.lastUse, this.#budget.use());
    return kept.index;
  }

  /** Keeps an index that a question has wanted. Others may have to go for it. */
  add(name: string, index: T): T {
    this.#all.set(name, { index, lastUse: this.#budget.use() });
    this.#budget.keep();
    return index;
  }

  /** Keeps an index for good. */
  declare(name: string, index: T): void {
    this.#all.set(name, { index, lastUse: Number.POSITIVE_INFINITY });
  }

  /** Those that are kept for good. */
  *declared(): Generator<T> {
    for (const { index, lastUse } of this.#all.values()) if (lastUse === Number.POSITIVE_INFINITY) yield index;
  }

  *[Symbol.iterator](): Generator<T> {
    for (const { index } of this.#all.values()) yield index;
  }

  /** The same for a fork, with what `fork` makes of each. */
  fork(budget: IndexBudget, fork: (index: T) => T): KeptIndexes<T> {
    const forked = new KeptIndexes<T>(budget);
    for (const [name, { index, lastUse }] of this.#all) forked.#all.set(name, { index: fork(index), lastUse });
    return forked;
  }

  /** What each costs; `dropped` is told of those that are done without. */
  *costs(dropped: (index: T) => void = () => {}): Generator<IndexCost> {
    for (const [name, { index, lastUse }] of this.#all) {
      const drop = () => {
        this.#all.delete(name);
        dropped(index);
      };
      yield { bytes: index.bytes, lastUse, drop };
    }
  }
}
