import { derived, type PagedArray } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";
import { type RowText, textPage } from "../text/text-pages.ts";
import type { Build } from "./build.ts";

/** Pages that one step joins. */
const PAGES = 4;

/** After so many pages, the memory of all indexes is looked at. */
const PAGES_BETWEEN = 256;

/** The joining of the texts of all pages. A page that changes meanwhile is joined by the next search of it. */
export class PagesBuild implements Build {
  readonly name: string;
  /** The index of the texts has the bytes. */
  readonly bytes = 0;
  readonly #text: RowText;
  readonly #rows: PagedArray<Row>;
  readonly #grows: () => void;
  #next: number;

  /** `grows` is called when the pages take more memory than before. */
  constructor(text: RowText, rows: PagedArray<Row>, grows: () => void, from?: PagesBuild) {
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
      if (page !== undefined) derived(page, this.#text.name, (items) => textPage(items, this.#text));
    }
    const isDone = this.#next >= this.#rows.pages;
    if (isDone || this.#next % PAGES_BETWEEN === 0) this.#grows();
    return isDone;
  }

  /** A changed page has lost its texts. */
  change(): void {}

  /** The same for the fork of the rows. */
  fork(rows: PagedArray<Row>, grows: () => void): PagesBuild {
    return new PagesBuild(this.#text, rows, grows, this);
  }
}

export function pagesBuildName(text: RowText): string {
  return `pages of ${text.name}`;
}
