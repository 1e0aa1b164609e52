import { derived, PAGE_BITS, type PagedArray } from "./paged-array.ts";

const OFFSETS = (1 << PAGE_BITS) - 1;

/** Stands for the number of an absent item. */
const NONE = -1;

/**
 * A number of each item of a paged array, from 0, for a reader of many: a column of each page is made when one of its items is
 * first asked for, and cached until one of them changes. Items are objects anywhere in memory, a column is one array.
 */
export class NumberColumn<T> {
  readonly #items: PagedArray<T>;
  readonly #name: string;
  readonly #numberOf: (item: T) => number;
  #page = -1;
  #numbers: readonly number[] = [];

  /** `name` is unique among the values derived from the pages. */
  constructor(items: PagedArray<T>, name: string, numberOf: (item: T) => number) {
    this.#items = items;
    this.#name = name;
    this.#numberOf = numberOf;
  }

  /** The number of the item at an index; undefined if it is absent. */
  at(index: number): number | undefined {
    if (index >> PAGE_BITS !== this.#page) this.#turnTo(index >> PAGE_BITS);
    const number = this.#numbers[index & OFFSETS];
    return number === NONE ? undefined : number;
  }

  #turnTo(number: number): void {
    const page = this.#items.page(number);
    this.#page = number;
    this.#numbers = page === undefined ? [] : derived(page, this.#name, (items) => this.#numbersOf(items));
  }

  #numbersOf(items: readonly (T | undefined)[]): readonly number[] {
    return items.map((item) => (item === undefined ? NONE : this.#numberOf(item)));
  }
}
