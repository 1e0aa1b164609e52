import { impossible, invariant } from "../../error.ts";
import type { IndexBudget } from "../../indexes/index-budget.ts";
import type { IndexedRows } from "../../indexes/index-limits.ts";
import { IndexSet } from "../../indexes/index-set.ts";
import { countSlots, eachSlot, emptyBits, hasBit, type SlotSet, setBit } from "../../indexes/slot-set.ts";
import { NumberColumn } from "../../structures/paged/number-column.ts";
import type { Owner } from "../../structures/paged/owner.ts";
import { type Deferred, PagedArray } from "../../structures/paged/paged-array.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { EntryText, Row } from "../../values/row.ts";

/** With fewer empty slots than this, compacting a space is not worthwhile. */
const HOLES_THRESHOLD = 1024;

/**
 * Of fewer rows than one in so many slots, each is read by itself. Where rows are yet to be made, more of them are sketched: the
 * second row of a page that is read makes all others.
 */
const SKETCHED = 8;
const SKETCHED_DEFERRED = 512;

/** Words of a bitmap for which that is decided. */
const BLOCK = 128;

/** The parts of a space. */
interface Parts {
  readonly rows: PagedArray<Row, EntryText>;
  /** Ids by slot, kept even after the row has been removed: an id is found by binary search. */
  readonly ids: PagedArray<number>;
  /** The slots that have a row. */
  readonly present: PagedBitmap;
  readonly indexes: IndexSet;
}

/**
 * The drafts or the published versions of one content type: rows by slot. Slots are assigned in the order of numeric
 * ids, so a scan of the slots is the default order of every list.
 */
export class Space {
  readonly #owner: Owner;
  readonly #indexed: IndexedRows;
  readonly #budget: IndexBudget;
  #parts: Parts;
  #live: number;

  private constructor(owner: Owner, indexed: IndexedRows, budget: IndexBudget, parts: Parts, live: number) {
    this.#owner = owner;
    this.#indexed = indexed;
    this.#budget = budget;
    this.#parts = parts;
    this.#live = live;
  }

  static empty(owner: Owner, indexed: IndexedRows, budget: IndexBudget): Space {
    return new Space(owner, indexed, budget, emptyParts(owner, indexed, budget), 0);
  }

  /** Number of rows. */
  get size(): number {
    return this.#live;
  }

  /** One more than the highest slot ever assigned. */
  get slots(): number {
    return this.#parts.rows.length;
  }

  /** The slots that have a row. */
  get present(): PagedBitmap {
    return this.#parts.present;
  }

  get indexes(): IndexSet {
    return this.#parts.indexes;
  }

  /** Rows in order of their ids. */
  rows(): Iterable<Row> {
    return this.#parts.rows.values();
  }

  row(slot: number): Row | undefined {
    return this.#parts.rows.get(slot);
  }

  /**
   * The default entry of the row in a slot, if it was cached since the row last changed. It is stored beside the row,
   * so that showing it needs no access to the row itself, which may be anywhere in memory.
   */
  entry(slot: number): EntryText | undefined {
    return this.#parts.rows.beside(slot);
  }

  keepEntry(slot: number, entry: EntryText): void {
    this.#parts.rows.keepBeside(slot, entry);
  }

  /** Returns a function that finds rows by the slots that they have now, even after their slots have changed. */
  rowsAsTheyStand(): (slot: number) => Row | undefined {
    const { rows } = this.#parts;
    return (slot) => rows.get(slot);
  }

  /** Calls `visit` for each row with its slot, in order of ids, after the first `skipped`, until it returns false. */
  each(skipped: number, visit: (row: Row, slot: number) => boolean): void {
    this.#parts.rows.each(skipped, visit);
  }

  /** Visits the rows in some slots for a caller that needs only some parts of each, as `PagedArray.eachSketch` does. */
  eachSketch(from: number, until: number, parts: readonly string[], visit: (row: Row) => void): void {
    const item = (row: Row | undefined) => {
      if (row !== undefined) visit(row);
    };
    this.#parts.rows.eachSketch(from, Math.min(until, this.slots), parts, { item, columns: null });
  }

  /** As `eachSketch`, of the slots in a bitmap from one of its words up to another. */
  eachSketchIn(
    words: Int32Array,
    from: number,
    until: number,
    parts: readonly string[],
    visit: (row: Row) => void,
  ): void {
    for (let first = from; first < until; first += BLOCK) {
      const end = Math.min(until, first + BLOCK);
      const some = { kind: "bits", words: words.subarray(first, end) } as const;
      const count = countSlots(some);
      if (count === 0) continue;
      if (this.#areSketched(count, first << 5, end << 5)) {
        this.eachSketch(first << 5, end << 5, parts, (row) => {
          if (hasBit(words, row.slot)) visit(row);
        });
      } else {
        eachSlot(some, (slot) => {
          const row = this.row((first << 5) + slot);
          if (row !== undefined) visit(row);
          return true;
        });
      }
    }
  }

  /** Whether so many rows in slots from one up to another are sketched, and not read each by itself. */
  #areSketched(count: number, from: number, until: number): boolean {
    if (count * SKETCHED >= until - from) return true;
    return count * SKETCHED_DEFERRED >= until - from && this.#parts.rows.isDeferred(from, until);
  }

  /** Whether reading so many rows, which may be anywhere, would make most of the rows that are yet to be made. */
  makesMost(count: number): boolean {
    return count * SKETCHED_DEFERRED >= this.slots && this.#parts.rows.isDeferred(0, this.slots);
  }

  /** Visits the numbers of the documents in some slots. */
  eachDocument(set: SlotSet, visit: (document: number) => void): void {
    const { rows } = this.#parts;
    const column = this.#documentColumn(set);
    eachSlot(set, (slot) => {
      const document = column === null ? rows.get(slot)?.document : column.at(slot);
      if (document !== undefined) visit(document);
      return true;
    });
  }

  /** The numbers of the documents in some slots as a bitmap, as far as they are below `length`. */
  documentsIn(set: SlotSet, length: number): Int32Array {
    const documents = emptyBits(length);
    const column = this.#documentColumn(set);
    if (column === null || set.kind === "list") {
      this.eachDocument(set, (document) => setBit(documents, document));
      return documents;
    }
    // Without a visitor: of tens of thousands of documents, its calls would take most of the time.
    const { words } = set;
    for (let at = 0; at < words.length; at++) {
      for (let left = words[at] ?? 0; left !== 0; left &= left - 1) {
        const document = column.at((at << 5) + 31 - Math.clz32(left & -left));
        if (document !== undefined) setBit(documents, document);
      }
    }
    return documents;
  }

  /** The numbers of the documents by slot; null for few slots: a column is made of all rows of a page. */
  #documentColumn(set: SlotSet): NumberColumn<Row> | null {
    const { rows } = this.#parts;
    return countSlots(set) < rows.pages ? null : new NumberColumn(rows, DOCUMENTS, documentOf);
  }

  byId(id: number): Row | undefined {
    const slot = this.#slotOf(id);
    return this.#parts.ids.get(slot) === id ? this.#parts.rows.get(slot) : undefined;
  }

  /** Adds a row with a higher id than any before, or replaces the one with the same id. */
  put(row: Row): void {
    const { rows, ids, present, indexes } = this.#parts;
    const slot = this.#slotOf(row.id);
    const known = ids.get(slot) === row.id;
    if (!known && slot !== ids.length) impossible(`version ids are given out in order (${row.id})`);
    const before = rows.get(slot);
    row.slot = slot;
    rows.set(slot, row);
    if (!known) ids.set(slot, row.id);
    if (before !== undefined) {
      indexes.replace(before, row);
      return;
    }
    this.#live++;
    present.add(slot);
    indexes.add(row);
  }

  /**
   * Appends rows that are created later. Their ids must be higher than any before, in ascending order. The space must
   * have no index.
   */
  defer(ids: readonly number[], deferred: Deferred<Row>): void {
    const { rows, ids: known, present } = this.#parts;
    const first = known.length;
    let last = first === 0 ? 0 : (known.get(first - 1) ?? 0);
    for (const [at, id] of ids.entries()) {
      invariant(id > last, `no two versions have one id (${id})`);
      last = id;
      present.add(first + at);
    }
    known.append(ids);
    rows.defer(ids.length, {
      make: (index) => {
        const row = deferred.make(index);
        row.slot = first + index;
        return row;
      },
      sketch: (from, until, parts, visit) => {
        let slot = first + from;
        return deferred.sketch(from, until, parts, (row) => {
          row.slot = slot++;
          visit(row);
        });
      },
      columns: (from, until, parts, visit) => deferred.columns(from, until, parts, visit),
    });
    this.#live += ids.length;
  }

  remove(row: Row): void {
    const { rows, present, indexes } = this.#parts;
    const before = rows.get(row.slot);
    if (before?.id !== row.id) impossible(`version ${row.id} is there to be removed`);
    indexes.remove(before);
    rows.set(row.slot, undefined);
    present.delete(row.slot);
    this.#live--;
  }

  fork(owner: Owner, budget: IndexBudget): Space {
    const { rows, ids, present, indexes } = this.#parts;
    const forked = rows.fork(owner);
    const parts: Parts = {
      rows: forked,
      ids: ids.fork(owner),
      present: present.fork(owner),
      indexes: indexes.fork(owner, budget, forked),
    };
    return new Space(owner, this.#indexed, budget, parts, this.#live);
  }

  /**
   * Compaction: reclaims the empty slots when they outnumber the rows. Every row is created again and passed to
   * `moved`. The cost is amortised: it arises once in as many removals as there are rows.
   */
  tidy(moved: (row: Row) => void): void {
    if (this.#parts.ids.length <= HOLES_THRESHOLD + 2 * this.#live) return;
    const { rows: before, indexes } = this.#parts;
    this.#parts = emptyParts(this.#owner, this.#indexed, this.#budget);
    this.#parts.indexes.declareAs(indexes);
    this.#live = 0;
    for (const row of before.values()) {
      // Forks keep using the row with the old slot.
      const copy = { ...row };
      this.put(copy);
      moved(copy);
    }
  }

  /** The first slot whose id is not below this one. */
  #slotOf(id: number): number {
    const { ids } = this.#parts;
    let low = 0;
    let high = ids.length;
    if (high > 0 && (ids.get(high - 1) ?? 0) < id) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ids.get(middle) ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Not the name of a field. */
const DOCUMENTS = "numbers of documents";

function documentOf({ document }: Row): number {
  return document;
}

function emptyParts(owner: Owner, indexed: IndexedRows, budget: IndexBudget): Parts {
  const rows = new PagedArray<Row, EntryText>(owner);
  return {
    rows,
    ids: new PagedArray(owner),
    present: new PagedBitmap(owner),
    indexes: new IndexSet(owner, indexed, budget, rows),
  };
}
