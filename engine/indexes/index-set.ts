import type { Owner } from "../structures/paged/owner.ts";
import type { PagedArray } from "../structures/paged/paged-array.ts";
import { PagedBitmap } from "../structures/paged/paged-bitmap.ts";
import type { Row } from "../values/row.ts";
import type { IndexBudget, IndexCost } from "./index-budget.ts";
import { IndexCache } from "./index-cache.ts";
import { ManyValuedIndex, type RowValues } from "./many-valued-index.ts";
import { MatchCache } from "./match-cache.ts";
import type { IndexOrder } from "./ordered/index-order.ts";
import { OrderedIndex } from "./ordered/ordered-index.ts";
import { PostingLists } from "./posting-lists.ts";
import { SortedPostings } from "./sorted-postings.ts";
import { TextIndex, type TextLimits } from "./text/text-index.ts";
import type { RowText } from "./text/text-pages.ts";

/** The indexes of a space, by kind. */
interface Kinds {
  readonly ordered: IndexCache<OrderedIndex>;
  readonly manyValued: IndexCache<ManyValuedIndex>;
  /** Sets of rows that share a property not stored in them: a link, or the state of their document. */
  readonly sets: IndexCache<PagedBitmap>;
  /** By the end of a relation at which rows are linked. */
  readonly links: IndexCache<PostingLists>;
  /** Link indexes, sorted in the order of another index. */
  readonly sortedLinks: IndexCache<SortedPostings>;
  readonly texts: IndexCache<TextIndex>;
}

/** The indexes of one space: each is built when a query first needs it, and then updated with every change. */
export class IndexSet {
  readonly #owner: Owner;
  readonly #fewRows: number;
  readonly #budget: IndexBudget;
  readonly #rows: PagedArray<Row>;
  readonly #kept: Kinds;
  /** Matches of conditions on single rows. */
  readonly matches = new MatchCache();

  /** `fewRows`: no index is built over fewer rows than this; with Infinity none is built at all. */
  constructor(
    owner: Owner,
    fewRows: number,
    budget: IndexBudget,
    rows: PagedArray<Row>,
    kept: Kinds = {
      ordered: new IndexCache(budget),
      manyValued: new IndexCache(budget),
      sets: new IndexCache(budget),
      links: new IndexCache(budget),
      sortedLinks: new IndexCache(budget),
      texts: new IndexCache(budget),
    },
  ) {
    this.#owner = owner;
    this.#fewRows = fewRows;
    this.#budget = budget;
    this.#rows = rows;
    this.#kept = kept;
  }

  /** Whether there is no index. */
  get isEmpty(): boolean {
    const { ordered, manyValued, sets, links, texts } = this.#kept;
    return [ordered, manyValued, sets, links, texts].every(({ size }) => size === 0);
  }

  /** The index in an order; null if there are too few rows for it to be useful. */
  ordered(order: IndexOrder, count: number): OrderedIndex | null {
    const { ordered } = this.#kept;
    const known = ordered.use(order.name);
    if (known !== undefined) return known;
    return count < this.#fewRows ? null : ordered.add(order.name, this.#build(order));
  }

  /** The index in the order with this name, if it exists. */
  keptOrder(name: string): OrderedIndex | null {
    return this.#kept.ordered.use(name) ?? null;
  }

  /** The index over values of which a row has several; null if there are too few rows for it to be useful. */
  manyValued(values: RowValues, count: number): ManyValuedIndex | null {
    const { manyValued } = this.#kept;
    const known = manyValued.use(values.name);
    if (known !== undefined) return known;
    if (count < this.#fewRows) return null;
    return manyValued.add(values.name, ManyValuedIndex.build(this.#owner, values, this.#rows));
  }

  /** Builds the index in an order, however few rows there are. It is never dropped. */
  declare(order: IndexOrder): void {
    const { ordered } = this.#kept;
    ordered.declare(order.name, ordered.get(order.name) ?? this.#build(order));
  }

  #build(order: IndexOrder): OrderedIndex {
    return OrderedIndex.build(this.#owner, order, this.#rows, () => this.#budget.keep());
  }

  /** Declares the same indexes as another set. */
  declareAs(other: IndexSet): void {
    for (const { order } of other.#kept.ordered.declared()) this.declare(order);
  }

  /** The set with this name; if it does not exist yet, `slots` returns its members. Callers must not modify it. */
  set(name: string, slots: () => Iterable<number>): PagedBitmap {
    const known = this.#kept.sets.use(name);
    if (known !== undefined) return known;
    const bits = new PagedBitmap(this.#owner);
    for (const slot of slots()) bits.add(slot);
    return this.#kept.sets.add(name, bits);
  }

  /**
   * The link index with this name; if it does not exist yet, `each` visits all of its links. Null if there are too few
   * rows for it to be useful. The rows linked to one document are stored as a bitmap if there are `many`.
   */
  links(
    name: string,
    count: number,
    many: number,
    each: (visit: (far: number, slot: number) => void) => void,
  ): PostingLists | null {
    const { links } = this.#kept;
    const known = links.use(name);
    if (known !== undefined) return known;
    return count < this.#fewRows ? null : links.add(name, PostingLists.build(this.#owner, many, each));
  }

  /** The link index with this name, if it exists. */
  keptLinks(name: string): PostingLists | null {
    return this.#kept.links.use(name) ?? null;
  }

  /**
   * The posting lists of the link index with this name, sorted in the order of another index, which must contain every
   * row.
   */
  sortedLinks(name: string, links: PostingLists, index: OrderedIndex, descending: boolean): SortedPostings {
    const { sortedLinks } = this.#kept;
    const own = `${name} ${descending ? "-" : ""}${index.order.name}`;
    const known = sortedLinks.use(own);
    if (known?.isOf(links, index)) return known;
    return sortedLinks.add(own, new SortedPostings(links, index, descending, () => this.#budget.keep()));
  }

  /** Whether the set with this name exists. */
  has(name: string): boolean {
    return this.#kept.sets.get(name) !== undefined;
  }

  /** Whether there are sets or link indexes that changes have to update. */
  get keepsSets(): boolean {
    return this.#kept.sets.size > 0 || this.#kept.links.size > 0;
  }

  /** The index of a text. */
  text(text: RowText): TextIndex {
    const { texts } = this.#kept;
    const known = texts.use(text.name);
    if (known !== undefined) return known;
    const limits = textLimits(this.#fewRows, this.#budget);
    return texts.add(text.name, new TextIndex(this.#owner, this.#rows, text, limits));
  }

  /** Adds a row. */
  add(row: Row): void {
    this.matches.forget();
    for (const index of this.#kept.ordered.list) index.add(row);
    for (const index of this.#kept.manyValued.list) index.add(row);
    for (const index of this.#kept.texts.list) index.replace(row.slot, null, row);
  }

  /** Removes a row. */
  remove(row: Row): void {
    this.matches.forget();
    for (const index of this.#kept.ordered.list) index.remove(row);
    for (const index of this.#kept.manyValued.list) index.remove(row);
    for (const index of this.#kept.texts.list) index.replace(row.slot, row, null);
  }

  /** Replaces the row in a slot; indexes for which both rows are equal stay unchanged. */
  replace(before: Row, after: Row): void {
    this.matches.forget();
    for (const index of this.#kept.ordered.list) index.replace(before, after);
    for (const index of this.#kept.manyValued.list) {
      index.remove(before);
      index.add(after);
    }
    for (const index of this.#kept.texts.list) index.replace(after.slot, before, after);
  }

  /** Adds a slot to the set with this name or removes it, if the set exists. */
  mark(name: string, slot: number, isIn: boolean): void {
    const set = this.#kept.sets.get(name);
    if (isIn) set?.add(slot);
    else set?.delete(slot);
  }

  /**
   * Records in the link index with this name, if it exists, whether the row in a slot is linked to the document with
   * number `far`.
   */
  markLink(name: string, far: number, slot: number, isLinked: boolean): void {
    this.#kept.links.get(name)?.mark(far, slot, isLinked);
  }

  /** The same indexes over the fork of their rows. */
  fork(owner: Owner, budget: IndexBudget, rows: PagedArray<Row>): IndexSet {
    const { ordered, manyValued, sets, links, texts } = this.#kept;
    return new IndexSet(owner, this.#fewRows, budget, rows, {
      ordered: ordered.fork(budget, (index) => index.fork(owner, rows, () => budget.keep())),
      manyValued: manyValued.fork(budget, (index) => index.fork(owner, rows)),
      sets: sets.fork(budget, (set) => set.fork(owner)),
      links: links.fork(budget, (index) => index.fork(owner)),
      // They refer to the original indexes and cannot be shared.
      sortedLinks: new IndexCache(budget),
      texts: texts.fork(budget, (index) => index.fork(owner, rows, textLimits(this.#fewRows, budget))),
    });
  }

  /** Every index with its size in bytes, and how to drop it. */
  *costs(): Generator<IndexCost> {
    const { ordered, manyValued, sets, links, sortedLinks, texts } = this.#kept;
    for (const all of [ordered, manyValued, sets, links, sortedLinks]) yield* all.costs();
    yield* texts.costs((index) => index.forget());
  }
}

/** Indexing words needs this many times as many rows as other indexes. */
const WORDS_THRESHOLD = 64;

/** Indexing words takes at least as long as scanning all texts this many times. */
const LOOKS_FOR_WORDS = 16;

function textLimits(fewRows: number, budget: IndexBudget): TextLimits {
  return {
    rowsForWords: fewRows * WORDS_THRESHOLD,
    looksForWords: Math.min(fewRows, LOOKS_FOR_WORDS),
    grows: () => budget.keep(),
  };
}
