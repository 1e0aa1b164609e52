import { derived, type PagedArray } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";
import { gramsOf, TextSignature } from "./text-signature.ts";

/** Separates texts. Searches never contain it, so nothing is found across two texts. */
const BORDER = "\u0001";

/**
 * Replaces separators inside a text; searches never contain it either. It is one of the first 256 characters, because
 * texts with others would take twice the memory.
 */
const NO_BORDER = "\u0002";

/** All texts of a page joined into one: searching it takes a fraction of the time of searching each text. */
export interface TextPage {
  readonly text: string;
  readonly rows: readonly Row[];
  /** Where each row's text begins; after the last, where another one would begin. */
  readonly starts: readonly number[];
  readonly signature: TextSignature;
  /** Length of the longest text, with a separator on either side. */
  readonly longest: number;
}

/** A text of each row: `name` identifies it, `read` returns it, or null if a row has none. */
export interface RowText {
  readonly name: string;
  /** The attributes and times that `read` reads, besides the ids of the row. */
  readonly parts: readonly string[];
  read(row: Row): string | null;
  /** Upper bound of its length, known without creating the text. */
  lengthAtMost(row: Row): number;
}

/** A search of texts: they contain `text`, equal it, start or end with it. */
export interface Sought {
  readonly text: string;
  /** `text` must be at the start of the searched text; it must be at the end. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** A further condition on a row whose text matches; null for none. */
  readonly rest: { readonly name: string; passes(row: Row): boolean } | null;
}

/** Whether a text can be searched for. */
export function isSearchable({ text, atStart, atEnd }: Sought): boolean {
  return (text !== "" || (atStart && atEnd)) && !text.includes(BORDER) && !text.includes(NO_BORDER);
}

/** Joins texts so that no search matches across two of them. */
export function joinedTexts(texts: readonly string[]): string {
  return texts.join(NO_BORDER);
}

/** Most searches are shorter than this. */
const LONG = 1_000;

/** How many pages one search for a long text may join: few rows can match it. */
const PAGES_AT_ONCE = 16;

/**
 * Visits the rows whose text matches a search. The texts of a page are joined when it is first searched, but only some in a
 * search for a long text.
 */
export function eachWithText(rows: PagedArray<Row>, text: RowText, sought: Sought, visit: (row: Row) => void): void {
  const search = pageSearch(sought, visit);
  let left = patternOf(sought).length > LONG ? PAGES_AT_ONCE : Number.POSITIVE_INFINITY;
  rows.eachPage((page) => {
    if (!page.derived?.has(text.name) && left-- <= 0) return searchRows(page.items, text, sought, visit);
    search(derived(page, text.name, (items) => textPage(items, text)));
  });
}

/** A function that visits the rows of a page whose text matches a search. */
function pageSearch(sought: Sought, visit: (row: Row) => void): (page: TextPage) => void {
  const pattern = patternOf(sought);
  const grams = gramsOf(pattern);
  const { rest } = sought;
  const visitRow = rest === null ? visit : (row: Row) => (rest.passes(row) ? visit(row) : undefined);
  return (page) => {
    if (pattern.length <= page.longest) searchPage(page, pattern, grams, visitRow);
  };
}

/** How many pages have their texts joined. */
export function joinedPages(rows: PagedArray<Row>, { name }: RowText): number {
  let joined = 0;
  for (const _page of rows.known(name)) joined++;
  return joined;
}

/** A function that tells whether a row with a text matches a search, for testing several searches. */
export function textTest(row: Row, own: string | null): (sought: Sought) => boolean {
  if (own === null) return () => false;
  return (sought) => isIn(own, sought) && (sought.rest?.passes(row) ?? true);
}

/** The pattern to search for in the joined texts of a page. It is unique for each search, except for `rest`. */
export function patternOf({ text, atStart, atEnd }: Sought): string {
  return `${atStart ? BORDER : ""}${text}${atEnd ? BORDER : ""}`;
}

/** Approximate size of the joined texts in memory, in bytes. */
export function textBytes(rows: PagedArray<Row>, { name }: RowText): number {
  let bytes = 0;
  // Every value under this name was made by `textPage`.
  for (const known of rows.known(name)) bytes += pageBytes(known as TextPage);
  return bytes;
}

/** Approximate size of the joined texts of a page in memory, in bytes. */
export function pageBytes({ text, starts, signature }: TextPage): number {
  return text.length + starts.length * 16 + signature.bytes;
}

function searchRows(
  items: readonly (Row | undefined)[],
  text: RowText,
  sought: Sought,
  visit: (row: Row) => void,
): void {
  for (const row of items) {
    if (row === undefined || text.lengthAtMost(row) < sought.text.length) continue;
    const own = text.read(row);
    if (own !== null && isIn(own, sought) && (sought.rest?.passes(row) ?? true)) visit(row);
  }
}

function isIn(own: string, { text, atStart, atEnd }: Sought): boolean {
  if (atStart) return atEnd ? own === text : own.startsWith(text);
  return atEnd ? own.endsWith(text) : own.includes(text);
}

/** If fewer than one in this many rows may match, their texts are searched one by one. */
const SPARSE_SHARE = 3;

function searchPage(
  { text, rows, starts, signature }: TextPage,
  pattern: string,
  grams: readonly number[],
  visit: (row: Row) => void,
): void {
  const candidates = signature.mayHold(grams);
  if (candidates !== null && candidates.length * SPARSE_SHARE < rows.length) {
    for (const number of candidates) {
      const row = rows[number];
      if (row !== undefined && text.slice((starts[number] ?? 0) - 1, starts[number + 1]).includes(pattern)) visit(row);
    }
    return;
  }
  for (let at = text.indexOf(pattern); at !== -1; ) {
    const number = rowAt(starts, at);
    const row = rows[number];
    if (row !== undefined) visit(row);
    const next = starts[number + 1];
    at = next === undefined ? -1 : text.indexOf(pattern, next - 1);
  }
}

function withoutBorders(text: string): string {
  return text.includes(BORDER) ? text.replaceAll(BORDER, NO_BORDER) : text;
}

/** The texts of a page. */
export function textPage(items: readonly (Row | undefined)[], { read }: RowText): TextPage {
  const rows: Row[] = [];
  const texts: string[] = [];
  const starts: number[] = [];
  let length = BORDER.length;
  let longest = 0;
  for (const row of items) {
    const text = row === undefined ? null : read(row);
    if (row === undefined || text === null) continue;
    rows.push(row);
    texts.push(withoutBorders(text));
    starts.push(length);
    longest = Math.max(longest, text.length + 2 * BORDER.length);
    length += text.length + BORDER.length;
  }
  const text = `${BORDER}${texts.join(BORDER)}${BORDER}`;
  return { text, rows, starts: [...starts, length], signature: new TextSignature(text, starts), longest };
}

/** The number of the last text that begins at or before a position, or directly after it. */
function rowAt(starts: readonly number[], place: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place + 1) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
