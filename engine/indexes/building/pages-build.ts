import { derived, type PagedArray } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";
import { pageBytes, type RowText, textPage } from "../text/text-pages.ts";
import type { Build } from "./build.ts";

/** Pages that one step joins. */
const PAGES = 4;

/** The joining of the texts of all pages. A page that changes meanwhile is joined by the next search of it. */
export class PagesBuild implements Build {
  readonly name: string;
  /** The index of the texts has the bytes. */
  readonly bytes = 0;
  readonly #text: RowText;
  readonly #rows: PagedArray<Row>;
  readonly #grows: (bytes: number) => void;
  #next: number;

  /** `grows` is called when the pages take so many bytes more than before. */
  constructor(text: RowText, rows: PagedArray<Row>, grows: (bytes: number) => void, from?: PagesBuild) {
    this.name = pagesBuildName(text);
    this.#text = text;
    this.#rows = rows;
    this.#grows = grows;
    this.#next = from === undefined ? 0 : from.#next;
  }

  step(): boolean {
    const until = Math.min(this.#rows.pages, this.#next + PAGES);
    for (; this.#next < until; this.#next++) {
      const page = this.#rows.page(this.#next);
      if (page !== undefined)
        this.#grows(pageBytes(derived(page, this.#text.name, (items) => textPage(items, this.#text))));
    }
    return this.#next >= this.#rows.pages;
  }

  /** A changed page has lost its texts. */
  change(): void {}

  /** The same for the fork of the rows. */
  fork(rows: PagedArray<Row>, grows: (bytes: number) => void): PagesBuild {
    return new PagesBuild(this.#text, rows, grows, this);
  }
}

export function pagesBuildName(text: RowText): string {
  return `pages of ${text.name}`;
}
