import type { Owner } from "../../structures/paged/owner.ts";
import { derived, type PagedArray } from "../../structures/paged/paged-array.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Row } from "../../values/row.ts";
import { pageSearch, type RowText, type Sought, type TextPage, textPage, textTest } from "../text/text-pages.ts";
import type { Build } from "./build.ts";

/** Pages that one step joins and searches. */
const PAGES = 4;

/** A search in the texts of all pages, which it joins. Changed rows of the pages behind it are tested. */
export class SearchBuild implements Build {
  readonly name: string;
  readonly isTransient = true;
  readonly #text: RowText;
  readonly #sought: Sought;
  readonly #rows: PagedArray<Row>;
  readonly #finish: (found: PagedBitmap) => void;
  readonly #search: (page: TextPage) => void;
  readonly #found: PagedBitmap;
  #next = 0;

  /** `finish` is called with the slots of the rows that match. */
  constructor(
    name: string,
    owner: Owner,
    rows: PagedArray<Row>,
    text: RowText,
    sought: Sought,
    finish: (found: PagedBitmap) => void,
  ) {
    this.name = name;
    this.#text = text;
    this.#sought = sought;
    this.#rows = rows;
    this.#finish = finish;
    this.#search = pageSearch(sought, ({ slot }) => this.#found.add(slot));
    this.#found = PagedBitmap.withRoom(owner, rows.length);
  }

  get bytes(): number {
    return this.#found.bytes;
  }

  step(): boolean {
    const until = Math.min(this.#rows.pages, this.#next + PAGES);
    for (; this.#next < until; this.#next++) {
      const page = this.#rows.page(this.#next);
      if (page !== undefined) this.#search(derived(page, this.#text.name, (items) => textPage(items, this.#text)));
    }
    if (this.#next < this.#rows.pages) return false;
    this.#finish(this.#found);
    return true;
  }

  change(before: Row | null, after: Row | null): void {
    const slot = (after ?? before)?.slot ?? -1;
    if (this.#rows.pageOf(slot) >= this.#next) return;
    if (after !== null && textTest(after, this.#text.read(after))(this.#sought)) this.#found.add(slot);
    else this.#found.delete(slot);
  }
}
