import type { IndexBudget, IndexCost } from "./index-budget.ts";

/** An index with the number of the query that last used it: infinite for one that is never dropped. */
interface Entry<T> {
  readonly index: T;
  lastUse: number;
}

/** The indexes of one kind by name: an LRU cache within the budget that all indexes of a state share. */
export class IndexCache<T extends { readonly bytes: number }> {
  readonly #budget: IndexBudget;
  readonly #all = new Map<string, Entry<T>>();
  /** Those in `#all`, since every write goes through them; null when that has changed. */
  #list: readonly T[] | null = null;

  constructor(budget: IndexBudget) {
    this.#budget = budget;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The index of this name, without counting as a use. */
  get(name: string): T | undefined {
    return this.#all.get(name)?.index;
  }

  /** The index of this name, for a query that uses it. */
  use(name: string): T | undefined {
    const entry = this.#all.get(name);
    if (entry === undefined) return undefined;
    entry.lastUse = Math.max(entry.lastUse, this.#budget.use());
    return entry.index;
  }

  /** Adds an index that a query uses. Others may be dropped for it. */
  add(name: string, index: T): T {
    this.#set(name, { index, lastUse: this.#budget.use() });
    this.#budget.keep();
    return index;
  }

  /** Adds an index that is never dropped. */
  declare(name: string, index: T): void {
    this.#set(name, { index, lastUse: Number.POSITIVE_INFINITY });
  }

  /** Those that are never dropped. */
  *declared(): Generator<T> {
    for (const { index, lastUse } of this.#all.values()) if (lastUse === Number.POSITIVE_INFINITY) yield index;
  }

  /** All of them. */
  get list(): readonly T[] {
    this.#list ??= Array.from(this.#all.values(), ({ index }) => index);
    return this.#list;
  }

  /** The same for a fork, with what `fork` makes of each. */
  fork(budget: IndexBudget, fork: (index: T) => T): IndexCache<T> {
    const forked = new IndexCache<T>(budget);
    for (const [name, { index, lastUse }] of this.#all) forked.#set(name, { index: fork(index), lastUse });
    return forked;
  }

  /** The cost of each; `dropped` is called with those that go. */
  *costs(dropped: (index: T) => void = () => {}): Generator<IndexCost> {
    for (const [name, { index, lastUse }] of this.#all) {
      const drop = () => {
        this.#all.delete(name);
        this.#list = null;
        dropped(index);
      };
      yield { bytes: index.bytes, lastUse, drop };
    }
  }

  #set(name: string, entry: Entry<T>): void {
    this.#all.set(name, entry);
    this.#list = null;
  }
}
