/** Uses of any index: forks have the same indexes, so all states count together. */
let uses = 0;

/** The memory of an index, and how to drop it. */
export interface IndexCost {
  readonly bytes: number;
  readonly lastUse: number;
  drop(): void;
}

/** Indexes that share a budget. */
interface Costed {
  costs(): Iterable<IndexCost>;
}

/** How much memory the indexes of one state may take; the ones that have not been used for longest go first. */
export class IndexBudget {
  readonly #limit: number;
  readonly #sets: () => Iterable<Costed>;

  /** `limit`: bytes, roughly; `sets`: all that share them. */
  constructor(limit: number, sets: () => Iterable<Costed>) {
    this.#limit = limit;
    this.#sets = sets;
  }

  /** The number of one more use of an index. */
  use(): number {
    return ++uses;
  }

  /**
   * To be called when an index has been added: drops others until what is left fits. The newest and the
   * declared ones stay in any case.
   */
  keep(): void {
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
