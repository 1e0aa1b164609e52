import { impossible } from "../error.ts";
import type { Owner } from "../structures/paged/owner.ts";
import type { PagedArray } from "../structures/paged/paged-array.ts";
import { PagedBitmap } from "../structures/paged/paged-bitmap.ts";
import type { Row } from "../values/row.ts";
import { Builds } from "./building/builds.ts";
import { FirstSlots } from "./building/found/first-slots.ts";
import type { TestedRows } from "./building/found/tested-rows.ts";
import { TestedRowsCache } from "./building/found/tested-rows-cache.ts";
import type { IndexDemand } from "./building/index-demand.ts";
import { type LinkPairs, LinksBuild } from "./building/links-build.ts";
import { PagesBuild, pagesBuildName } from "./building/pages-build.ts";
import type { IndexPlace, RowIndex, RowIndexPlan } from "./building/row-index-build.ts";
import { SetBuild, type SetMembers } from "./building/set-build.ts";
import type { Steps } from "./building/steps.ts";
import { StepsBuild } from "./building/steps-build.ts";
import type { Awaited } from "./building/suspension.ts";
import { type RowTests, TestBuild } from "./building/test-build.ts";
import type { IndexBudget, IndexCost } from "./index-budget.ts";
import { IndexCache } from "./index-cache.ts";
import type { IndexedRows } from "./index-limits.ts";
import { ManyValuedIndex, manyValuedPlan, type RowValues } from "./many-valued-index.ts";
import { MatchCache } from "./match-cache.ts";
import type { IndexOrder } from "./ordered/index-order.ts";
import { OrderedIndex, orderedPlan } from "./ordered/ordered-index.ts";
import { PostingLists } from "./posting-lists.ts";
import { SortedPostings } from "./sorted-postings.ts";
import { type TextBuilder, TextIndex, type TextLimits } from "./text/text-index.ts";
import type { RowText } from "./text/text-pages.ts";
import { RowWords } from "./text/word-index.ts";

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
  readonly #indexed: IndexedRows;
  readonly #budget: IndexBudget;
  readonly #rows: PagedArray<Row>;
  readonly #kept: Kinds;
  readonly #builds: Builds;
  /** Matches of conditions on single rows. */
  readonly matches = new MatchCache();
  /** Rows that were tested for conditions which no index serves. */
  readonly tested: TestedRowsCache;
  /** The first rows of sets in orders without an index, for suspended reads. */
  readonly firstSlots = new FirstSlots();

  constructor(
    owner: Owner,
    indexed: IndexedRows,
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
    this.#indexed = indexed;
    this.#budget = budget;
    this.#rows = rows;
    this.#kept = kept;
    this.tested = new TestedRowsCache(owner, rows, budget);
    this.#builds = new Builds(this.#place, () => budget.use(), {
      rowIndex: (plan, index) => this.#keepBuilt(plan, index),
      links: (name, index) => kept.links.add(name, index),
    });
  }

  /** Whether there is no index, nor is one being built. */
  get isEmpty(): boolean {
    const { ordered, manyValued, sets, links, texts } = this.#kept;
    return this.#builds.isEmpty && [ordered, manyValued, sets, links, texts].every(({ size }) => size === 0);
  }

  /** The index in an order; null if there are too few rows for it to be useful, or while it is being built. */
  ordered(order: IndexOrder, count: number, demand: IndexDemand): OrderedIndex | null {
    const { ordered } = this.#kept;
    const known = ordered.use(order.name);
    if (known !== undefined || count < this.#indexed.fewRows) return known ?? null;
    if (this.#isFew(demand)) return ordered.add(order.name, this.#build(order));
    this.#builds.wantRowIndex(orderedPlan(order), demand);
    return ordered.get(order.name) ?? null;
  }

  /** The index in the order with this name, if it exists. */
  keptOrder(name: string): OrderedIndex | null {
    return this.#kept.ordered.use(name) ?? null;
  }

  /** The index over values that may be several in a row; null like `ordered`. */
  manyValued(values: RowValues, count: number, demand: IndexDemand): ManyValuedIndex | null {
    const { manyValued } = this.#kept;
    const known = manyValued.use(values.name);
    if (known !== undefined || count < this.#indexed.fewRows) return known ?? null;
    if (this.#isFew(demand)) return manyValued.add(values.name, ManyValuedIndex.build(this.#owner, values, this.#rows));
    this.#builds.wantRowIndex(manyValuedPlan(values), demand);
    return manyValued.get(values.name) ?? null;
  }

  /** Whether there is something to build between requests. */
  get isBuilding(): boolean {
    return !this.#builds.isEmpty;
  }

  /** Makes a step of a few milliseconds for one of the indexes that are being built; false if there are none. */
  buildStep(): boolean {
    return this.#builds.step();
  }

  /** Builds the index in an order, however few rows there are. It is never dropped. */
  declare(order: IndexOrder): void {
    const { ordered } = this.#kept;
    ordered.declare(order.name, ordered.get(order.name) ?? this.#build(order));
  }

  #build(order: IndexOrder): OrderedIndex {
    return OrderedIndex.build(this.#owner, order, this.#rows, this.#place);
  }

  /** Declares the same indexes as another set. */
  declareAs(other: IndexSet): void {
    for (const { order } of other.#kept.ordered.declared()) this.declare(order);
  }

  /**
   * The set with these members, which callers must not modify. If it does not exist yet it is built at once, or in slices
   * for a query that may be suspended.
   */
  set(name: string, members: SetMembers, demand: IndexDemand): PagedBitmap {
    const { sets } = this.#kept;
    const known = sets.use(name);
    if (known !== undefined) return known;
    const own = setBuildName(name);
    const finish = (set: PagedBitmap) => sets.add(name, set);
    const begin = () => new SetBuild(own, this.#owner, this.#rows, members, finish);
    if (!this.#isFew(demand) && demand.suspends) demand.suspend([this.#builds.begin(own, begin)]);
    this.#builds.cancel(own);
    const set = new PagedBitmap(this.#owner);
    members.each(0, this.#rows.length, (slot) => set.add(slot));
    return sets.add(name, set);
  }

  /**
   * The link index with this name; if it does not exist yet, it is built of the given ones. Null like `ordered`. The
   * rows linked to one document are stored as a bitmap if there are `many`.
   */
  links(name: string, count: number, many: number, pairs: LinkPairs, demand: IndexDemand): PostingLists | null {
    const { links } = this.#kept;
    const known = links.use(name);
    if (known !== undefined || count < this.#indexed.fewRows) return known ?? null;
    if (this.#isFew(demand)) {
      return links.add(name, PostingLists.build(this.#owner, many, pairs.each, pairs.areDisjoint));
    }
    const finished = (index: PostingLists) => links.add(name, index);
    this.#builds.want(name, () => LinksBuild.begin(name, this.#owner, many, pairs, finished), demand);
    return links.get(name) ?? null;
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
    return sortedLinks.add(own, new SortedPostings(own, links, index, descending, this.#place));
  }

  /** Tests rows in slices, and adds them to the rows that were tested. */
  testInSlices(tests: RowTests, tested: TestedRows): Awaited {
    const name = `rows tested for ${tested.name}`;
    const finish = () => this.#budget.grow(tested.bytes);
    return this.#builds.begin(name, () => new TestBuild(name, tests, tested, finish));
  }

  /** Calls `finish` with what some steps find; `bytes` is the size of that. */
  findInSlices<T>(name: string, bytes: number, steps: () => Steps<T>, finish: (found: T) => void): Awaited {
    return this.#builds.begin(name, () => new StepsBuild(name, bytes, steps(), finish));
  }

  /** Whether the set with this name exists, or is being built. */
  has(name: string): boolean {
    if (this.#kept.sets.get(name) !== undefined) return true;
    return !this.#builds.isEmpty && this.#builds.has(setBuildName(name));
  }

  /** Whether there are sets or link indexes that changes have to update. */
  get keepsSets(): boolean {
    return this.#kept.sets.size > 0 || this.#kept.links.size > 0 || this.#builds.areMarked;
  }

  /** The index of a text. */
  text(text: RowText): TextIndex {
    const { texts } = this.#kept;
    const known = texts.use(text.name);
    if (known !== undefined) return known;
    const limits = textLimits(this.#indexed, this.#budget);
    return texts.add(text.name, new TextIndex(this.#owner, this.#rows, text, limits, this.#textBuilder));
  }

  /** Adds a row. */
  add(row: Row): void {
    this.#forgetTests(row);
    for (const index of this.#kept.ordered.list) index.add(row);
    for (const index of this.#kept.manyValued.list) index.add(row);
    for (const index of this.#kept.texts.list) index.replace(row.slot, null, row);
    this.#builds.change(null, row);
  }

  /** Removes a row. */
  remove(row: Row): void {
    this.#forgetTests(row);
    for (const index of this.#kept.ordered.list) index.remove(row);
    for (const index of this.#kept.manyValued.list) index.remove(row);
    for (const index of this.#kept.texts.list) index.replace(row.slot, row, null);
    this.#builds.change(row, null);
  }

  /** Replaces the row in a slot; indexes for which both rows are equal stay unchanged. */
  replace(before: Row, after: Row): void {
    this.#forgetTests(after);
    for (const index of this.#kept.ordered.list) index.replace(before, after);
    for (const index of this.#kept.manyValued.list) index.replace(before, after);
    for (const index of this.#kept.texts.list) index.replace(after.slot, before, after);
    this.#builds.change(before, after);
  }

  /** Adds a slot to the set with this name or removes it, if the set exists. */
  mark(name: string, slot: number, isIn: boolean): void {
    const set = this.#kept.sets.get(name);
    if (isIn) set?.add(slot);
    else set?.delete(slot);
    if (!this.#builds.isEmpty) this.#builds.markSet(setBuildName(name), slot, isIn);
  }

  /**
   * Records in the link index with this name, if it exists, whether the row in a slot is linked to the document with
   * number `far`.
   */
  markLink(name: string, far: number, slot: number, isLinked: boolean): void {
    this.#kept.links.get(name)?.mark(far, slot, isLinked);
    this.#builds.markLink(name, far, slot, isLinked);
  }

  /** The same indexes over the fork of their rows. */
  fork(owner: Owner, budget: IndexBudget, rows: PagedArray<Row>): IndexSet {
    const { ordered, manyValued, sets, links, texts } = this.#kept;
    const textCache = new IndexCache<TextIndex>(budget);
    const orderedCache = new IndexCache<OrderedIndex>(budget);
    const forked = new IndexSet(owner, this.#indexed, budget, rows, {
      ordered: orderedCache,
      manyValued: manyValued.fork(budget, (index) => index.fork(owner, rows)),
      sets: sets.fork(budget, (set) => set.fork(owner)),
      links: links.fork(budget, (index) => index.fork(owner)),
      // They refer to the original indexes and cannot be shared.
      sortedLinks: new IndexCache(budget),
      texts: textCache,
    });
    orderedCache.takeFrom(ordered, (index) => index.fork(owner, rows, forked.#place));
    const limits = textLimits(this.#indexed, budget);
    textCache.takeFrom(texts, (index) => index.fork(owner, rows, limits, forked.#textBuilder));
    forked.#builds.takeFrom(this.#builds);
    return forked;
  }

  /** Every index with its size in bytes, and how to drop it. */
  *costs(): Generator<IndexCost> {
    const { ordered, manyValued, sets, links, sortedLinks, texts } = this.#kept;
    for (const all of [ordered, manyValued, sets, links, sortedLinks]) yield* all.costs();
    yield* texts.costs((index) => {
      this.#builds.cancel(pagesBuildName(index.text));
      index.forget();
    });
    yield* this.tested.costs();
    yield* this.#builds.costs();
  }

  /** Drops cached test results of this row's slot. */
  #forgetTests({ slot }: Row): void {
    this.matches.forget();
    this.tested.change(slot);
  }

  /** Whether there are so few rows that indexes are built at once. */
  #isFew(demand: IndexDemand): boolean {
    return demand.indexesAtOnce(this.#rows.length, this.#indexed.manyRows);
  }

  get #place(): IndexPlace {
    return {
      owner: this.#owner,
      rows: this.#rows,
      grows: (bytes) => this.#budget.grow(bytes),
      later: (name, step) => this.#builds.later(name, step),
    };
  }

  /** Builds what the indexes of texts lack. */
  get #textBuilder(): TextBuilder {
    return {
      pagesAtOnce: this.#indexed.manyRows >> PAGE_SHIFT,
      lacksWords: (index, demand) => {
        if (this.#isFew(demand)) index.buildWords();
        else this.#builds.beginRowIndex(index.wordsPlan, demand);
      },
      lacksPages: ({ text }, demand) => {
        const begin = () => new PagesBuild(text, this.#rows, (bytes) => this.#budget.grow(bytes));
        this.#builds.want(pagesBuildName(text), begin, demand);
      },
    };
  }

  /** Takes over a finished index. */
  #keepBuilt({ name }: RowIndexPlan, index: RowIndex): void {
    if (index instanceof OrderedIndex) this.#kept.ordered.add(index.order.name, index);
    else if (index instanceof ManyValuedIndex) this.#kept.manyValued.add(index.values.name, index);
    else if (index instanceof RowWords) this.#kept.texts.get(index.text.name)?.takeWords(index);
    else impossible(`${name} is a known index`);
  }
}

/** Sets and indexes of links have the same names. */
function setBuildName(name: string): string {
  return `set ${name}`;
}

/** A page of texts has as many rows as one in two to this power. */
const PAGE_SHIFT = 8;

/** Indexing words needs this many times as many rows as other indexes. */
const WORDS_THRESHOLD = 64;

/** Indexing words takes at least as long as scanning all texts this many times. */
const LOOKS_FOR_WORDS = 16;

function textLimits({ fewRows }: IndexedRows, budget: IndexBudget): TextLimits {
  return {
    rowsForWords: fewRows * WORDS_THRESHOLD,
    looksForWords: Math.min(fewRows, LOOKS_FOR_WORDS),
    grows: (bytes) => budget.grow(bytes),
  };
}
