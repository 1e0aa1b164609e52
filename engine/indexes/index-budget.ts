/** Counts the uses of all indexes. Forks have the same indexes, so the count is shared by all states. */
let uses = 0;

/** The size of an index, and how to drop it. */
export interface IndexCost {
  readonly bytes: number;
  readonly lastUse: number;
  drop(): void;
}

/** A set of indexes that shares the budget. */
interface Costed {
  costs(): Iterable<IndexCost>;
}

/** The limit is checked after every growth by this fraction of it (one in so many): that reads the size of each index. */
const CHECKED_SHARE = 64;

/** Limits the memory of a state's indexes: the least recently used ones are dropped first. */
export class IndexBudget {
  readonly #limit: number;
  readonly #sets: () => Iterable<Costed>;
  /** Bytes by which indexes have grown since the limit was checked. */
  #grown = 0;

  /** `limit`: approximate bytes; `sets`: all that share the limit. */
  constructor(limit: number, sets: () => Iterable<Costed>) {
    this.#limit = limit;
    this.#sets = sets;
  }

  /** Returns the number of another use of an index. */
  use(): number {
    return ++uses;
  }

  /** Has to be called after an index of so many bytes was added, or has grown by them. */
  grow(bytes: number): void {
    this.#grown += bytes;
    if (this.#grown * CHECKED_SHARE >= this.#limit) this.#keep();
  }

  /** Drops the least recently used indexes until the rest fits. The newest one and declared ones are never dropped. */
  #keep(): void {
    this.#grown = 0;
    if (this.#limit === Number.POSITIVE_INFINITY) return;
    const all: IndexCost[] = [];
    let bytes = 0;
    for (const set of this.#sets()) {
      for (const cost of set.costs()) {
        all.push(cost);
        bytes += cost.bytes;
      }
    }
    if (bytes <= this.#limit) return;
    const isDeclared = ({ lastUse }: { readonly lastUse: number }) => lastUse === Number.POSITIVE_INFINITY;
    const declared = all.filter(isDeclared).reduce((sum, { bytes }) => sum + bytes, 0);
    const [newest, ...others] = all.filter((each) => !isDeclared(each)).sort((a, b) => b.lastUse - a.lastUse);
    let left = this.#limit - declared - (newest?.bytes ?? 0);
    for (const { bytes, drop } of others) {
      left -= bytes;
      if (left < 0) drop();
    }
  }
}
