import { LruMap } from "../../../structures/lru-map.ts";
import type { Owner } from "../../../structures/paged/owner.ts";
import type { IndexBudget, IndexCost } from "../../index-budget.ts";
import { TestedRows } from "./tested-rows.ts";

/** For how many conditions tested rows are cached. */
const MAX_KEPT = 16;

/** An LRU cache of the rows of one space that were tested in slices, by the text of the conditions. */
export class TestedRowsCache {
  readonly #owner: Owner;
  readonly #rows: { readonly length: number };
  readonly #budget: IndexBudget;
  readonly #kept = new LruMap<TestedRows>(MAX_KEPT);

  constructor(owner: Owner, rows: { readonly length: number }, budget: IndexBudget) {
    this.#owner = owner;
    this.#rows = rows;
    this.#budget = budget;
  }

  /** The rows that were tested for the conditions with this name; tests at another `revision` are forgotten. */
  of(name: string, revision: number): TestedRows {
    let known = this.#kept.use(name);
    if (known?.revision !== revision) {
      known = new TestedRows(name, revision, this.#owner, this.#rows.length);
      this.#kept.keep(name, known);
    }
    known.lastUse = this.#budget.use();
    return known;
  }

  /** The row in a slot was added, removed or replaced. */
  change(slot: number): void {
    for (const [, tested] of this.#kept.entries()) tested.change(slot);
  }

  *costs(): Generator<IndexCost> {
    for (const [name, { bytes, lastUse }] of this.#kept.entries()) {
      yield { bytes, lastUse, drop: () => this.#kept.delete(name) };
    }
  }
}
