import { invariant } from "../error.ts";
import type { IndexSet } from "../indexes/index-set.ts";
import type { IndexedField, OrderedIndex } from "../indexes/ordered-index.ts";
import type { Owner } from "../paged/owner.ts";
import { PagedArray, type PageView } from "../paged/paged-array.ts";
import type { Row } from "./row.ts";

/** Below this number of empty slots a space is not worth tidying. */
const FEW_HOLES = 1024;

/**
 * The drafts or the published versions of one content type: rows by slot. Slots are given in the order of numeric ids,
 * so going through the slots is the default order of every list.
 */
export class Space {
  readonly #owner: Owner;
  #rows: PagedArray<Row>;
  /** Ids by slot, kept also where the row is gone: finding an id is a binary search. */
  #ids: PagedArray<number>;
  #live: number;
  readonly #indexes: IndexSet;

  constructor(
    owner: Owner,
    indexes: IndexSet,
    rows = new PagedArray<Row>(owner),
    ids = new PagedArray<number>(owner),
    live = 0,
  ) {
    this.#owner = owner;
    this.#rows = rows;
    this.#ids = ids;
    this.#live = live;
    this.#indexes = indexes;
  }

  /** Number of rows. */
  get size(): number {
    return this.#live;
  }

  /** Rows in order of their ids. */
  rows(): Iterable<Row> {
    return this.#rows.values();
  }

  /** Calls `visit` for each row in order of ids until it answers false. */
  each(visit: (row: Row) => boolean | undefined): void {
    this.#rows.each(visit);
  }

  /** The index over a field, built now if need be; null where there are too few rows for one to be of use. */
  index(field: IndexedField): OrderedIndex | null {
    return this.#indexes.ordered(field, this.rows(), this.#live);
  }

  /** Rows in groups that change seldom, each able to keep what is worked out from it. */
  pages(): Iterable<PageView<Row>> {
    return this.#rows.pages();
  }

  byId(id: number): Row | undefined {
    const slot = this.#slotOf(id);
    return this.#ids.get(slot) === id ? this.#rows.get(slot) : undefined;
  }

  /** Adds a row with a higher id than any before, or replaces the one with the same id. */
  put(row: Row): void {
    const slot = this.#slotOf(row.id);
    const known = this.#ids.get(slot) === row.id;
    invariant(known || slot === this.#ids.length, `version ids are given out in order (${row.id})`);
    const before = this.#rows.get(slot) ?? null;
    if (before === null) this.#live++;
    this.#rows.set(slot, row);
    if (!known) this.#ids.set(slot, row.id);
    this.#indexes.change(before, row);
  }

  remove(row: Row): void {
    const slot = this.#slotOf(row.id);
    const before = this.#rows.get(slot);
    invariant(before !== undefined, `version ${row.id} is there to be removed`);
    this.#rows.set(slot, undefined);
    this.#live--;
    this.#indexes.change(before, null);
    if (this.#ids.length > FEW_HOLES + 2 * this.#live) this.#tidy();
  }

  fork(owner: Owner): Space {
    const [rows, ids] = [this.#rows.fork(owner), this.#ids.fork(owner)];
    return new Space(owner, this.#indexes.fork(owner), rows, ids, this.#live);
  }

  /** First slot whose id is not below this one. */
  #slotOf(id: number): number {
    let low = 0;
    let high = this.#ids.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids.get(middle) ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Gives the empty slots back; a removal pays for it once in as many removals as there are rows. */
  #tidy(): void {
    const rows = new PagedArray<Row>(this.#owner);
    const ids = new PagedArray<number>(this.#owner);
    this.#rows.each((row) => {
      ids.set(rows.length, row.id);
      rows.set(rows.length, row);
      return undefined;
    });
    this.#rows = rows;
    this.#ids = ids;
  }
}
