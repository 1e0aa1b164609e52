import type { Owner } from "./owner.ts";

const GROUP_BITS = 5;
const GROUP_MASK = (1 << GROUP_BITS) - 1;

/** Adjacent pages of a table, with the owner that may replace them. */
interface Group<P> {
  readonly owner: Owner;
  readonly pages: (P | undefined)[];
}

/**
 * Pages by small integer, in groups that forks share. Replacing a page copies its group and the list of groups, which
 * has a thirty-second of the length of a list of all pages.
 */
export class PageTable<P> {
  readonly #owner: Owner;
  #groups: Group<P>[];
  #ownsGroups: boolean;
  #length: number;

  constructor(owner: Owner, shared?: PageTable<P>) {
    this.#owner = owner;
    this.#groups = shared === undefined ? [] : shared.#groups;
    this.#ownsGroups = shared === undefined;
    this.#length = shared === undefined ? 0 : shared.#length;
  }

  /** One more than the highest page number ever used. */
  get length(): number {
    return this.#length;
  }

  at(number: number): P | undefined {
    return this.#groups[number >> GROUP_BITS]?.pages[number & GROUP_MASK];
  }

  put(number: number, page: P | undefined): void {
    const { pages } = this.#writable(number >> GROUP_BITS);
    while (pages.length < (number & GROUP_MASK)) pages.push(undefined);
    pages[number & GROUP_MASK] = page;
    if (number >= this.#length) this.#length = number + 1;
  }

  /** The existing pages, in order. */
  *[Symbol.iterator](): Generator<P> {
    for (const { pages } of this.#groups) {
      for (const page of pages) if (page !== undefined) yield page;
    }
  }

  /** The same pages for another owner; this table must not be written to afterwards. */
  fork(owner: Owner): PageTable<P> {
    return new PageTable(owner, this);
  }

  #writable(number: number): Group<P> {
    const known = this.#groups[number];
    if (known?.owner === this.#owner) return known;
    if (!this.#ownsGroups) {
      this.#groups = this.#groups.slice();
      this.#ownsGroups = true;
    }
    while (this.#groups.length < number) this.#groups.push({ owner: this.#owner, pages: [] });
    const owned: Group<P> = { owner: this.#owner, pages: known?.pages.slice() ?? [] };
    this.#groups[number] = owned;
    return owned;
  }
}
