import type { Owner } from "./owner.ts";

const PAGE_BITS = 8;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

interface Page<T> {
  readonly owner: Owner;
  readonly items: (T | undefined)[];
  /** Items that are not undefined; a page without any is given back. */
  used: number;
  /** What was worked out from the items as they are; forgotten when one of them changes. */
  derived: Map<string, unknown> | null;
}

/** A page as readers see it. */
export interface PageView<T> {
  readonly items: readonly (T | undefined)[];
  /** What `make` works out from the items, kept under this name until one of them changes. */
  derive<D>(name: string, make: (items: readonly (T | undefined)[]) => D): D;
}

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
    return this.#table[index >> PAGE_BITS]?.items[index & PAGE_MASK];
  }

  set(index: number, item: T | undefined): void {
    const page = this.#writablePage(index >> PAGE_BITS);
    const place = index & PAGE_MASK;
    page.used += (item === undefined ? 0 : 1) - (page.items[place] === undefined ? 0 : 1);
    page.items[place] = item;
    page.derived = null;
    if (page.used === 0) this.#table[index >> PAGE_BITS] = undefined;
    if (index >= this.#length) this.#length = index + 1;
  }

  /** Items that are there, in order of their index. */
  *values(): Generator<T> {
    for (const page of this.#table) {
      if (page === undefined) continue;
      for (const item of page.items) if (item !== undefined) yield item;
    }
  }

  /** Calls `visit` for each item in order until it answers false. */
  each(visit: (item: T, index: number) => boolean | undefined): void {
    for (let number = 0; number < this.#table.length; number++) {
      const page = this.#table[number];
      if (page === undefined) continue;
      for (let place = 0; place < PAGE_SIZE; place++) {
        const item = page.items[place];
        if (item !== undefined && visit(item, (number << PAGE_BITS) | place) === false) return;
      }
    }
  }

  /** The pages that hold items, in order. */
  *pages(): Generator<PageView<T>> {
    for (const page of this.#table) {
      if (page === undefined) continue;
      yield { items: page.items, derive: (name, make) => derive(page, name, make) };
    }
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
    const items = page === undefined ? new Array<T | undefined>(PAGE_SIZE).fill(undefined) : page.items.slice();
    const owned: Page<T> = { owner: this.#owner, items, used: page?.used ?? 0, derived: null };
    this.#table[number] = owned;
    return owned;
  }
}

function derive<T, D>(page: Page<T>, name: string, make: (items: readonly (T | undefined)[]) => D): D {
  page.derived ??= new Map();
  if (!page.derived.has(name)) page.derived.set(name, make(page.items));
  // What stands under a name was made by that name's `make`.
  return page.derived.get(name) as D;
}
