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

/** All that is kept of a space, by kind. */
interface Kinds {
  readonly ordered: IndexCache<OrderedIndex>;
  readonly manyValued: IndexCache<ManyValuedIndex>;
  /** Rows that have something in common that is not in them: a link, or the state of their document. */
  readonly sets: IndexCache<PagedBitmap>;
  /** By the end of a relation at which rows are linked. */
  readonly links: IndexCache<PostingLists>;
  /** Indexes of links in the order of others. */
  readonly sortedLinks: IndexCache<SortedPostings>;
  readonly texts: IndexCache<TextIndex>;
}

/** The indexes of one space: built when a query first wants them, kept in step with every change after. */
export class IndexSet {
  readonly #owner: Owner;
  readonly #fewRows: number;
  readonly #budget: IndexBudget;
  readonly #rows: PagedArray<Row>;
  readonly #kept: Kinds;
  /** Of conditions on single rows. */
  readonly matches = new MatchCache();

  /** `fewRows`: no index is built over fewer rows than this; Infinity builds none at all. */
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

  /** Whether none is kept. */
  get isEmpty(): boolean {
    const { ordered, manyValued, sets, links, texts } = this.#kept;
    return [ordered, manyValued, sets, links, texts].every(({ size }) => size === 0);
  }

  /** The index in an order. Null where there are too few rows for one to be of use. */
  ordered(order: IndexOrder, count: number): OrderedIndex | null {
    const { ordered } = this.#kept;
    const known = ordered.use(order.name);
    if (known !== undefined) return known;
    return count < this.#fewRows ? null : ordered.add(order.name, this.#build(order));
  }

  /** The index in an order of this name, where it is kept. */
  keptOrder(name: string): OrderedIndex | null {
    return this.#kept.ordered.use(name) ?? null;
  }

  /** The index by values of which a row has several. Null where there are too few rows for one to be of use. */
  manyValued(values: RowValues, count: number): ManyValuedIndex | null {
    const { manyValued } = this.#kept;
    const known = manyValued.use(values.name);
    if (known !== undefined) return known;
    if (count < this.#fewRows) return null;
    return manyValued.add(values.name, ManyValuedIndex.build(this.#owner, values, this.#rows));
  }

  /** Builds the index in an order however few rows there are, never to be dropped. */
  declare(order: IndexOrder): void {
    const { ordered } = this.#kept;
    ordered.declare(order.name, ordered.get(order.name) ?? this.#build(order));
  }

  #build(order: IndexOrder): OrderedIndex {
    return OrderedIndex.build(this.#owner, order, this.#rows, () => this.#budget.keep());
  }

  /** Declares what another set of indexes has declared. */
  declareAs(other: IndexSet): void {
    for (const { order } of other.#kept.ordered.declared()) this.declare(order);
  }

  /** The set of this name; `slots` gives what is in it where it is not kept yet. It is not to be changed. */
  set(name: string, slots: () => Iterable<number>): PagedBitmap {
    const known = this.#kept.sets.use(name);
    if (known !== undefined) return known;
    const bits = new PagedBitmap(this.#owner);
    for (const slot of slots()) bits.add(slot);
    return this.#kept.sets.add(name, bits);
  }

  /**
   * The index of links of this name; `each` gives all of them where it is not kept yet. Null where there are too few rows
   * for one to be of use. Linked rows are kept as bits where there are `many`.
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

  /** What is linked by the index of links of this name, in the order of another index, in which no row may be missing. */
  sortedLinks(name: string, links: PostingLists, index: OrderedIndex, descending: boolean): SortedPostings {
    const { sortedLinks } = this.#kept;
    const own = `${name} ${descending ? "-" : ""}${index.order.name}`;
    const known = sortedLinks.use(own);
    if (known?.isOf(links, index)) return known;
    return sortedLinks.add(own, new SortedPostings(links, index, descending, () => this.#budget.keep()));
  }

  /** Whether the set of this name is kept. */
  has(name: string): boolean {
    return this.#kept.sets.get(name) !== undefined;
  }

  /** Whether there are sets, or indexes of links, that changes must update. */
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

  /** Takes in a row. */
  add(row: Row): void {
    this.matches.forget();
    for (const index of this.#kept.ordered.list) index.add(row);
    for (const index of this.#kept.manyValued.list) index.add(row);
    for (const index of this.#kept.texts.list) index.replace(row.slot, null, row);
  }

  /** Lets go of a row. */
  remove(row: Row): void {
    this.matches.forget();
    for (const index of this.#kept.ordered.list) index.remove(row);
    for (const index of this.#kept.manyValued.list) index.remove(row);
    for (const index of this.#kept.texts.list) index.replace(row.slot, row, null);
  }

  /** Takes in a row for another one in the same slot: what is alike in both stays as it is. */
  replace(before: Row, after: Row): void {
    this.matches.forget();
    for (const index of this.#kept.ordered.list) index.replace(before, after);
    for (const index of this.#kept.manyValued.list) {
      index.remove(before);
      index.add(after);
    }
    for (const index of this.#kept.texts.list) index.replace(after.slot, before, after);
  }

  /** Puts a slot into the set of this name, or takes it out, if the set is kept. */
  mark(name: string, slot: number, isIn: boolean): void {
    const set = this.#kept.sets.get(name);
    if (isIn) set?.add(slot);
    else set?.delete(slot);
  }

  /** Tells the index of links of this name, if it is kept, whether the row in a slot is linked to what has a number. */
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
      // What they sort are other objects in the fork.
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

/** Words are indexed from so many times as many rows on as other things. */
const WORDS_THRESHOLD = 64;

/** To index words takes as long as to look through all texts so many times, or longer. */
const LOOKS_FOR_WORDS = 16;

function textLimits(fewRows: number, budget: IndexBudget): TextLimits {
  return {
    rowsForWords: fewRows * WORDS_THRESHOLD,
    looksForWords: Math.min(fewRows, LOOKS_FOR_WORDS),
    grows: () => budget.keep(),
  };
}
