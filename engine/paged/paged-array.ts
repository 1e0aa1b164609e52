import { Deferred } from "./deferred.ts";
import type { Owner } from "./owner.ts";

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

/** Of the item with this index. */
export function placeInPage(index: number): number {
  return index & PAGE_MASK;
}

interface Page<T> {
  readonly owner: Owner;
  readonly items: (T | undefined)[];
  /** Where the items are still to be taken from; null when they are there. */
  deferred: readonly Deferred<T>[] | null;
  /** Items that are not undefined; a page without any is given back. */
  used: number;
  /** What was worked out from the items as they are; forgotten when one of them changes. */
  derived: Map<string, unknown> | null;
  /** What was worked out from single items. */
  beside: Beside | null;
}

/** What is kept beside the items of a page, one by one. */
export interface Beside {
  /** The item at this place in the page is another one now. */
  forget(place: number): void;
}

/** A page as readers see it: its items, and what has been worked out from them, which none but `derived` adds to. */
export type PageView<T> = Pick<Page<T>, "items" | "derived">;

/**
 * Items by small integer, in pages that forks share. `undefined` is the absent item. Reading costs two array steps;
 * writing copies a page of 256 at most once per owner.
 */
export class PagedArray<T> {
  readonly #owner: Owner;
  #table: (Page<T> | undefined)[];
  #ownsTable: boolean;
  #length: number;

  constructor(owner: Owner);
  constructor(owner: Owner, shared: PagedArray<T>);
  constructor(owner: Owner, shared?: PagedArray<T>) {
    this.#owner = owner;
    this.#table = shared === undefined ? [] : shared.#table;
    this.#ownsTable = shared === undefined;
    this.#length = shared === undefined ? 0 : shared.#length;
  }

  /** One more than the highest index ever set. */
  get length(): number {
    return this.#length;
  }

  get(index: number): T | undefined {
    const page = this.#table[index >> PAGE_BITS];
    return page === undefined ? undefined : itemsOf(page, index >> PAGE_BITS)[index & PAGE_MASK];
  }

  set(index: number, item: T | undefined): void {
    const page = this.#writablePage(index >> PAGE_BITS);
    const items = itemsOf(page, index >> PAGE_BITS);
    const place = index & PAGE_MASK;
    page.used += (item === undefined ? 0 : 1) - (items[place] === undefined ? 0 : 1);
    items[place] = item;
    page.derived = null;
    page.beside?.forget(place);
    if (page.used === 0) this.#table[index >> PAGE_BITS] = undefined;
    if (index >= this.#length) this.#length = index + 1;
  }

  /** What is kept beside the items of the page with this one, made by the same `make` whoever asks first. */
  beside<B extends Beside>(index: number, make: () => B): B | undefined {
    const page = this.#table[index >> PAGE_BITS];
    if (page === undefined) return undefined;
    page.beside ??= make();
    return page.beside as B;
  }

  /** Adds items at the end. */
  append(items: readonly T[]): void {
    for (let at = 0; at < items.length; ) {
      const index = this.#length;
      const page = this.#writablePage(index >> PAGE_BITS);
      const count = Math.min(items.length - at, PAGE_SIZE - (index & PAGE_MASK));
      for (let each = 0; each < count; each++) page.items[(index & PAGE_MASK) + each] = items[at + each];
      page.used += count;
      page.derived = null;
      this.#length += count;
      at += count;
    }
  }

  /**
   * Adds so many items at the end, which `make` makes when one that is in a page with them is first asked for. Forks
   * share what is made, whoever asks.
   */
  defer(count: number, make: () => readonly T[]): void {
    const deferred = new Deferred(this.#length, count, make);
    const end = this.#length + count;
    while (this.#length < end) {
      const number = this.#length >> PAGE_BITS;
      const until = Math.min(end, (number + 1) << PAGE_BITS);
      const page = this.#writablePage(number);
      page.deferred = [...(page.deferred ?? []), deferred];
      page.used += until - this.#length;
      this.#length = until;
    }
  }

  /** Items that are there, in order of their index. */
  *values(): Generator<T> {
    for (const [number, page] of this.#table.entries()) {
      if (page === undefined) continue;
      for (const item of itemsOf(page, number)) if (item !== undefined) yield item;
    }
  }

  /** Calls `visit` for each item in order, after the first `skipped`, until it answers false. */
  each(skipped: number, visit: (item: T, index: number) => boolean): void {
    let left = skipped;
    for (let number = 0; number < this.#table.length; number++) {
      const page = this.#table[number];
      if (page === undefined) continue;
      if (page.used <= left) {
        left -= page.used;
        continue;
      }
      const items = itemsOf(page, number);
      for (let place = 0; place < PAGE_SIZE; place++) {
        const item = items[place];
        if (item !== undefined && --left < 0 && !visit(item, (number << PAGE_BITS) | place)) return;
      }
    }
  }

  /** Visits the pages that hold items, in order. */
  eachPage(visit: (page: PageView<T>) => void): void {
    for (const [number, page] of this.#table.entries()) {
      if (page === undefined) continue;
      itemsOf(page, number);
      visit(page);
    }
  }

  /** Forgets what was worked out under a name. */
  forget(name: string): void {
    for (const page of this.#table) page?.derived?.delete(name);
  }

  /** The same items for another owner; this array must not be written to any more. */
  fork(owner: Owner): PagedArray<T> {
    return new PagedArray(owner, this);
  }

  #writablePage(number: number): Page<T> {
    if (!this.#ownsTable) {
      this.#table = this.#table.slice();
      this.#ownsTable = true;
    }
    while (this.#table.length < number) this.#table.push(undefined);
    const page = this.#table[number];
    if (page !== undefined && page.owner === this.#owner) return page;
    const items =
      page === undefined ? new Array<T | undefined>(PAGE_SIZE).fill(undefined) : itemsOf(page, number).slice();
    const owned: Page<T> = {
      owner: this.#owner,
      items,
      deferred: null,
      used: page?.used ?? 0,
      derived: null,
      beside: null,
    };
    this.#table[number] = owned;
    return owned;
  }
}

/** The items of the page with this number, made by now. What a fork may see of that is nothing: it would make the same. */
function itemsOf<T>(page: Page<T>, number: number): (T | undefined)[] {
  if (page.deferred !== null) {
    for (const deferred of page.deferred) deferred.fill(page.items, number << PAGE_BITS);
    page.deferred = null;
  }
  return page.items;
}

/** What `make` works out from the items of a page, kept under this name until one of them changes. */
export function derived<T, D>(page: PageView<T>, name: string, make: (items: readonly (T | undefined)[]) => D): D {
  page.derived ??= new Map();
  // What stands under a name was made by that name's `make`.
  let known = page.derived.get(name) as D | undefined;
  if (known === undefined) {
    known = make(page.items);
    page.derived.set(name, known);
  }
  return known;
}
