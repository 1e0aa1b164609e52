import type { IndexBudget, IndexCost } from "./index-budget.ts";

/** An index with the number of its last use, which is infinite if it must not be dropped. */
interface Entry<T> {
  readonly index: T;
  lastUse: number;
}

/** The indexes of one kind by name: an LRU cache within the budget that all indexes of a state share. */
export class IndexCache<T extends { readonly bytes: number }> {
  readonly #budget: IndexBudget;
  readonly #all = new Map<string, Entry<T>>();
  /** The indexes as a list, because every write visits them; null after a change. */
  #list: readonly T[] | null = null;

  constructor(budget: IndexBudget) {
    this.#budget = budget;
  }

  get size(): number {
    return this.#all.size;
  }

  /** The index with this name; does not count as a use. */
  get(name: string): T | undefined {
    return this.#all.get(name)?.index;
  }

  /** The index with this name, for a query that uses it. */
  use(name: string): T | undefined {
    const entry = this.#all.get(name);
    if (entry === undefined) return undefined;
    entry.lastUse = Math.max(entry.lastUse, this.#budget.use());
    return entry.index;
  }

  /** Adds an index for a query that uses it; others may be dropped to make room. */
  add(name: string, index: T): T {
    this.#set(name, { index, lastUse: this.#budget.use() });
    this.#budget.grow(index.bytes);
    return index;
  }

  /** Adds an index that is never dropped. */
  declare(name: string, index: T): void {
    this.#set(name, { index, lastUse: Number.POSITIVE_INFINITY });
  }

  /** The indexes that are never dropped. */
  *declared(): Generator<T> {
    for (const { index, lastUse } of this.#all.values()) if (lastUse === Number.POSITIVE_INFINITY) yield index;
  }

  /** All indexes. */
  get list(): readonly T[] {
    this.#list ??= Array.from(this.#all.values(), ({ index }) => index);
    return this.#list;
  }

  /** A cache for a fork, with the result of `fork` for each index. */
  fork(budget: IndexBudget, fork: (index: T) => T): IndexCache<T> {
    const forked = new IndexCache<T>(budget);
    forked.takeFrom(this, fork);
    return forked;
  }

  /** Adds the result of `fork` for each index of another cache. */
  takeFrom(other: IndexCache<T>, fork: (index: T) => T): void {
    for (const [name, { index, lastUse }] of other.#all) this.#set(name, { index: fork(index), lastUse });
  }

  /** The cost of each index; `dropped` is called with each one that is dropped. */
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
