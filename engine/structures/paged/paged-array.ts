import type { Owner } from "./owner.ts";
import { PageTable } from "./page-table.ts";

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

interface Page<T, B> {
  readonly owner: Owner;
  readonly items: (T | undefined)[];
  /** Puts in the items that are not made yet; null when all are there. */
  fill: (() => void) | null;
  /** Items that are not undefined; a page without any is given back. */
  used: number;
  /** What was worked out from the items as they are; forgotten when one of them changes. */
  derived: Map<string, unknown> | null;
  /** What was worked out from single items, in their places. */
  beside: (B | undefined)[] | null;
}

/** A page as readers see it: its items, and what has been worked out from them, which none but `derived` adds to. */
export type PageView<T> = Pick<Page<T, unknown>, "items" | "derived">;

/**
 * A copy-on-write array: items by small integer, in pages that forks share. `undefined` is the absent item. A read costs
 * three array accesses; a write copies a page of 256 at most once per owner. `B`: what may be kept beside an item.
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
    return page === undefined ? undefined : itemsOf(page)[index & PAGE_MASK];
  }

  set(index: number, item: T | undefined): void {
    const page = this.#writablePage(index >> PAGE_BITS);
    const items = itemsOf(page);
    const place = index & PAGE_MASK;
    page.used += (item === undefined ? 0 : 1) - (items[place] === undefined ? 0 : 1);
    items[place] = item;
    page.derived = null;
    if (page.beside !== null) page.beside[place] = undefined;
    if (page.used === 0) this.#pages.put(index >> PAGE_BITS, undefined);
    if (index >= this.#length) this.#length = index + 1;
  }

  /** What was kept beside an item, as long as it is the same item. */
  beside(index: number): B | undefined {
    return this.#pages.at(index >> PAGE_BITS)?.beside?.[index & PAGE_MASK];
  }

  /** Keeps what follows from an item alone, for forks that have it too. */
  keepBeside(index: number, it: B): void {
    const page = this.#pages.at(index >> PAGE_BITS);
    if (page === undefined) return;
    page.beside ??= new Array<B | undefined>(PAGE_SIZE).fill(undefined);
    page.beside[index & PAGE_MASK] = it;
  }

  /** Adds items at the end. */
  append(items: readonly (T | undefined)[]): void {
    for (const item of items) {
      const index = this.#length++;
      const page = this.#writablePage(index >> PAGE_BITS);
      page.items[index & PAGE_MASK] = item;
      if (item !== undefined) page.used++;
    }
  }

  /**
   * Adds so many items at the end. When one of a page is first asked for, `make` makes all of that page: those from a
   * place among the added ones until another. Forks share the pages that are made.
   */
  defer(count: number, make: (from: number, until: number) => readonly T[]): void {
    const start = this.#length;
    for (let from = 0; from < count; ) {
      const index = start + from;
      const until = Math.min(count, from + PAGE_SIZE - (index & PAGE_MASK));
      deferIn(this.#writablePage(index >> PAGE_BITS), index & PAGE_MASK, until - from, make.bind(null, from, until));
      this.#length = start + until;
      from = until;
    }
  }

  /** Items that are there, in order of their index. */
  *values(): Generator<T> {
    for (const page of this.#pages) {
      for (const item of itemsOf(page)) if (item !== undefined) yield item;
    }
  }

  /** Calls `visit` for each item in order, after the first `skipped`, until it answers false. */
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
      for (let place = 0; place < PAGE_SIZE; place++) {
        const item = items[place];
        if (item !== undefined && --left < 0 && !visit(item, (number << PAGE_BITS) | place)) return;
      }
    }
  }

  /** Visits the pages that hold items, in order. */
  eachPage(visit: (page: PageView<T>) => void): void {
    for (const page of this.#pages) {
      itemsOf(page);
      visit(page);
    }
  }

  /** What has been worked out under a name, page by page. */
  *known(name: string): Generator<unknown> {
    for (const page of this.#pages) {
      const known = page.derived?.get(name);
      if (known !== undefined) yield known;
    }
  }

  /** Forgets what was worked out under a name. */
  forget(name: string): void {
    for (const page of this.#pages) page.derived?.delete(name);
  }

  /** The same items for another owner; this array must not be written to any more. */
  fork(owner: Owner): PagedArray<T, B> {
    return new PagedArray(owner, this);
  }

  #writablePage(number: number): Page<T, B> {
    const page = this.#pages.at(number);
    if (page !== undefined && page.owner === this.#owner) return page;
    const items = page === undefined ? new Array<T | undefined>(PAGE_SIZE).fill(undefined) : itemsOf(page).slice();
    const owned: Page<T, B> = {
      owner: this.#owner,
      items,
      fill: null,
      used: page?.used ?? 0,
      derived: null,
      beside: page?.beside?.slice() ?? null,
    };
    this.#pages.put(number, owned);
    return owned;
  }
}

function deferIn<T>(page: Page<T, unknown>, place: number, count: number, make: () => readonly T[]): void {
  const before = page.fill;
  page.used += count;
  page.fill = () => {
    before?.();
    for (const [at, item] of make().entries()) page.items[place + at] = item;
  };
}

/** The items of a page, all made. What a fork may see of that is nothing: it would make the same. */
function itemsOf<T>(page: Page<T, unknown>): (T | undefined)[] {
  if (page.fill !== null) {
    page.fill();
    page.fill = null;
  }
  return page.items;
}

/** What `make` works out from the items of a page, kept under this name until one of them changes. */
export function derived<T, D>(page: PageView<T>, name: string, make: (items: readonly (T | undefined)[]) => D): D {
  page.derived ??= new Map();
  // What is cached under a name was made by that name's `make`.
  let known = page.derived.get(name) as D | undefined;
  if (known === undefined) {
    known = make(page.items);
    page.derived.set(name, known);
  }
  return known;
}
