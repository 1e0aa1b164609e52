import type { Owner } from "./owner.ts";
import { PageTable } from "./page-table.ts";
import type { PartColumn } from "./part-column.ts";

/** A page has two to this power of items. */
export const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

/** The first page begins with room for so many items: of many types in many locales, most arrays have few. */
const FEWEST = 8;

/** So many deferred items are sketched together: the columns of all of them are in memory then. */
const MAX_STRETCH = 16 * PAGE_SIZE;

/** Items that are created when one of them is first read. */
export interface Deferred<T> {
  /** Creates the item at an index. Called at most once for each. */
  make(index: number): T;
  /**
   * Calls `visit` in order for each of these items, with a stand-in that has only some parts of it, and only during the
   * call. Returns false, without having called it, if these parts cannot be read alone.
   */
  sketch(from: number, until: number, parts: readonly string[], visit: (item: T) => void): boolean;
  /**
   * Calls `visit` in order for runs of these items, with a column for each part: `count` items have the values from
   * `start` on. Returns false, without having called it, if a part is not stored so.
   */
  columns(from: number, until: number, parts: readonly string[], visit: VisitColumns): boolean;
}

/** Receives the values of some items, in a column for each part. */
export type VisitColumns = (columns: readonly PartColumn[], start: number, count: number) => void;

/** Visits items, and needs only some parts of them. */
export interface SketchVisitor<T> {
  /** Visits an item, or the stand-in for one; undefined where there is none. */
  item(item: T | undefined): void;
  /** If it is enough to have the parts as they are stored: visits many items at once. */
  readonly columns: VisitColumns | null;
}

/** Deferred items of a page: from one index of their source up to another, at an offset in the page. */
interface DeferredRun<T> {
  readonly items: Deferred<T>;
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

/** Deferred items of adjacent pages, from an index of their source on. */
interface Stretch<T> {
  readonly items: Deferred<T>;
  readonly from: number;
  readonly count: number;
}

interface Page<T, B> {
  readonly owner: Owner;
  /** With room for the highest offset that was ever used. */
  items: (T | undefined)[];
  /** The page's items that are created later; one may exist already. Null if all exist. */
  deferred: readonly DeferredRun<T>[] | null;
  /** Whether one of the deferred items was created by itself. */
  hasSingle: boolean;
  /** The number of items that are not undefined; a page without any is released. */
  used: number;
  /** Values derived from the page's items, by name; dropped when one of the items changes. */
  derived: Map<string, unknown> | null;
  /** Values derived from single items, by index. */
  beside: (B | undefined)[] | null;
}

/** A page as readers see it: its items and the values derived from them, which only `derived` adds to. */
export type PageView<T> = Readonly<Pick<Page<T, unknown>, "items">> & Pick<Page<T, unknown>, "derived">;

/**
 * A copy-on-write array: items by small integer, in pages that forks share. `undefined` stands for an absent item. A
 * read costs three array accesses; a write copies a page of 256 at most once per owner. `B` is the type of a value
 * cached beside an item.
 */
export class PagedArray<T, B = unknown> {
  readonly #owner: Owner;
  readonly #pages: PageTable<Page<T, B>>;
  #length: number;

  constructor(owner: Owner);
  constructor(owner: Owner, shared: PagedArray<T, B>);
  constructor(owner: Owner, shared?: PagedArray<T, B>) {
    this.#owner = owner;
    this.#pages = shared === undefined ? new PageTable(owner) : shared.#pages.fork(owner);
    this.#length = shared === undefined ? 0 : shared.#length;
  }

  /** One more than the highest index ever set. */
  get length(): number {
    return this.#length;
  }

  get(index: number): T | undefined {
    const page = this.#pages.at(index >> PAGE_BITS);
    if (page === undefined) return undefined;
    return page.deferred === null ? page.items[index & PAGE_MASK] : itemIn(page, index & PAGE_MASK);
  }

  set(index: number, item: T | undefined): void {
    const offset = index & PAGE_MASK;
    const page = this.#writablePage(index >> PAGE_BITS, offset);
    const items = itemsOf(page);
    page.used += (item === undefined ? 0 : 1) - (items[offset] === undefined ? 0 : 1);
    items[offset] = item;
    page.derived = null;
    if (page.beside !== null) page.beside[offset] = undefined;
    if (page.used === 0) this.#pages.put(index >> PAGE_BITS, undefined);
    if (index >= this.#length) this.#length = index + 1;
  }

  /** The value cached beside an item, for as long as the item is not replaced. */
  beside(index: number): B | undefined {
    return this.#pages.at(index >> PAGE_BITS)?.beside?.[index & PAGE_MASK];
  }

  /** Caches a value that depends on the item alone, also for forks that share the page. */
  keepBeside(index: number, it: B): void {
    const page = this.#pages.at(index >> PAGE_BITS);
    if (page === undefined) return;
    page.beside ??= roomFor<B>(page.items.length);
    page.beside[index & PAGE_MASK] = it;
  }

  /** Adds items at the end. */
  append(items: readonly (T | undefined)[]): void {
    for (const item of items) {
      const index = this.#length++;
      const page = this.#writablePage(index >> PAGE_BITS, index & PAGE_MASK);
      page.items[index & PAGE_MASK] = item;
      page.derived = null;
      if (item !== undefined) page.used++;
    }
  }

  /**
   * Appends `count` items that are created later: one of a page when it is read, all others when a second one is. Forks
   * share the created items.
   */
  defer(count: number, items: Deferred<T>): void {
    const start = this.#length;
    for (let from = 0; from < count; ) {
      const index = start + from;
      const offset = index & PAGE_MASK;
      const until = Math.min(count, from + PAGE_SIZE - offset);
      const page = this.#writablePage(index >> PAGE_BITS, offset + until - from - 1);
      page.used += until - from;
      page.derived = null;
      page.deferred = [...(page.deferred ?? []), { items, from, until, offset }];
      this.#length = start + until;
      from = until;
    }
  }

  /**
   * Visits the items from one index up to another in order, for a caller that needs only some parts of each and does not
   * keep it: deferred items are not created if these can be read alone.
   */
  eachSketch(from: number, until: number, parts: readonly string[], visitor: SketchVisitor<T>): void {
    for (let index = from; index < until; ) {
      const stretch = this.#deferredFrom(index, until);
      if (stretch !== null && sketch(stretch, parts, visitor)) {
        index += stretch.count;
        continue;
      }
      // Parts of one of several pages cannot be read alone: each page is tried by itself.
      const page =
        stretch !== null && stretch.count > PAGE_SIZE ? this.#deferredFrom(index, (index | PAGE_MASK) + 1) : null;
      const end = Math.min(until, (index | PAGE_MASK) + 1);
      if (page === null || !sketch(page, parts, visitor)) {
        const items = this.page(index >> PAGE_BITS)?.items ?? [];
        for (let at = index; at < end; at++) visitor.item(items[at & PAGE_MASK]);
      }
      index = end;
    }
  }

  /** Whether an item from one index up to another is yet to be created. */
  isDeferred(from: number, until: number): boolean {
    for (let number = from >> PAGE_BITS; number << PAGE_BITS < until; number++) {
      const page = this.#pages.at(number);
      if (page !== undefined && page.deferred !== null) return true;
    }
    return false;
  }

  /**
   * The deferred items from an index on, as far as adjacent pages hold nothing but deferred items of the same source.
   */
  #deferredFrom(index: number, until: number): Stretch<T> | null {
    const first = deferredIn(this.#pages.at(index >> PAGE_BITS), index, until);
    if (first === null) return null;
    let { count } = first;
    while (index + count < until && count < MAX_STRETCH) {
      const next = deferredIn(this.#pages.at((index + count) >> PAGE_BITS), index + count, until);
      if (next === null || next.items !== first.items || next.from !== first.from + count) break;
      count += next.count;
    }
    return { ...first, count };
  }

  /** The existing items, in order of their index. */
  *values(): Generator<T> {
    for (const page of this.#pages) {
      for (const item of itemsOf(page)) if (item !== undefined) yield item;
    }
  }

  /** Calls `visit` for each item in order, after the first `skipped`, until it returns false. */
  each(skipped: number, visit: (item: T, index: number) => boolean): void {
    let left = skipped;
    for (let number = 0; number < this.#pages.length; number++) {
      const page = this.#pages.at(number);
      if (page === undefined) continue;
      if (page.used <= left) {
        left -= page.used;
        continue;
      }
      const items = itemsOf(page);
      for (let offset = 0; offset < PAGE_SIZE; offset++) {
        const item = items[offset];
        if (item !== undefined && --left < 0 && !visit(item, (number << PAGE_BITS) | offset)) return;
      }
    }
  }

  /** Visits the pages with items, in order. */
  eachPage(visit: (page: PageView<T>) => void): void {
    for (const page of this.#pages) {
      itemsOf(page);
      visit(page);
    }
  }

  /** One more than the number of the last page. */
  get pages(): number {
    return this.#pages.length;
  }

  /** The number of the page with an item. */
  pageOf(index: number): number {
    return index >> PAGE_BITS;
  }

  /** The page with this number, from 0; undefined if it has no items. */
  page(number: number): PageView<T> | undefined {
    const page = this.#pages.at(number);
    if (page !== undefined) itemsOf(page);
    return page;
  }

  /** The values derived under a name, page by page. */
  *known(name: string): Generator<unknown> {
    for (const page of this.#pages) {
      const known = page.derived?.get(name);
      if (known !== undefined) yield known;
    }
  }

  /** Drops the values derived under a name. */
  forget(name: string): void {
    for (const page of this.#pages) page.derived?.delete(name);
  }

  /** The same items for another owner; this array must not be written to afterwards. */
  fork(owner: Owner): PagedArray<T, B> {
    return new PagedArray(owner, this);
  }

  /** The page, with room for an offset, which this owner may change. */
  #writablePage(number: number, offset: number): Page<T, B> {
    const page = this.#pages.at(number);
    const owned = page?.owner === this.#owner ? page : this.#ownPage(number, page);
    if (offset >= owned.items.length) enlarge(owned, offset);
    return owned;
  }

  #ownPage(number: number, page: Page<T, B> | undefined): Page<T, B> {
    const owned: Page<T, B> = {
      owner: this.#owner,
      items: page === undefined ? roomFor(number === 0 ? FEWEST : PAGE_SIZE) : itemsOf(page).slice(),
      deferred: null,
      hasSingle: false,
      used: page?.used ?? 0,
      derived: null,
      beside: page?.beside?.slice() ?? null,
    };
    this.#pages.put(number, owned);
    return owned;
  }
}

function roomFor<T>(size: number): (T | undefined)[] {
  return new Array<T | undefined>(size).fill(undefined);
}

/** Gives a page room for an offset: the least power of two above it. */
function enlarge<T, B>(page: Page<T, B>, offset: number): void {
  const size = 2 ** (32 - Math.clz32(offset));
  page.items = enlarged(page.items, size);
  if (page.beside !== null) page.beside = enlarged(page.beside, size);
}

function enlarged<T>(items: readonly (T | undefined)[], size: number): (T | undefined)[] {
  const all = roomFor<T>(size);
  for (let at = 0; at < items.length; at++) all[at] = items[at];
  return all;
}

/** The items of a page from an index on, below another one, if all of them are deferred, as one run. */
function deferredIn<T>(page: Page<T, unknown> | undefined, index: number, until: number): Stretch<T> | null {
  const run = page?.deferred?.[0];
  if (run === undefined || page?.deferred?.length !== 1) return null;
  const count = Math.min(until, (index | PAGE_MASK) + 1) - index;
  const from = run.from + (index & PAGE_MASK) - run.offset;
  return from < run.from || from + count > run.until ? null : { items: run.items, from, count };
}

/** Visits the stand-ins for deferred items, or their columns; returns false if their parts cannot be read alone. */
function sketch<T>({ items, from, count }: Stretch<T>, parts: readonly string[], visitor: SketchVisitor<T>): boolean {
  const { columns } = visitor;
  if (columns !== null && items.columns(from, from + count, parts, columns)) return true;
  return items.sketch(from, from + count, parts, (item) => visitor.item(item));
}

/**
 * An item of a page with deferred items. Few rows of many pages, as on the first list after a start, are created one by
 * one; whoever reads more of a page will probably read all of it, and items are stored together.
 */
function itemIn<T>(page: Page<T, unknown>, offset: number): T | undefined {
  const known = page.items[offset];
  if (known !== undefined) return known;
  if (page.hasSingle) return itemsOf(page)[offset];
  page.hasSingle = true;
  const run = page.deferred?.find(({ offset: first, from, until }) => offset >= first && offset < first + until - from);
  if (run !== undefined) page.items[offset] = run.items.make(run.from + offset - run.offset);
  return page.items[offset];
}

/**
 * The items of a page, created if they were deferred. Forks that share the page are not affected: they would create the
 * same items.
 */
function itemsOf<T>(page: Page<T, unknown>): (T | undefined)[] {
  if (page.deferred !== null) {
    for (const { items, from, until, offset } of page.deferred) {
      for (let index = from; index < until; index++) page.items[offset + index - from] ??= items.make(index);
    }
    page.deferred = null;
  }
  return page.items;
}

/** The value that `make` derives from the items of a page, cached under this name until one of them changes. */
export function derived<T, D>(page: PageView<T>, name: string, make: (items: readonly (T | undefined)[]) => D): D {
  page.derived ??= new Map();
  // Every value under this name was made by the same `make`.
  let known = page.derived.get(name) as D | undefined;
  if (known === undefined) {
    known = make(page.items);
    page.derived.set(name, known);
  }
  return known;
}
