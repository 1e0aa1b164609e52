import { derived, type PagedArray } from "../../structures/paged/paged-array.ts";
import type { Row } from "../../values/row.ts";
import { gramsOf, TextSignature } from "./text-signature.ts";

/** Stands between two texts; what is sought never holds it, so nothing is found across two of them. */
const BORDER = "\u0001";

/**
 * Takes the place of a border inside a text; no more sought than a border. Of the first 256 characters, or texts would take
 * twice the memory.
 */
const NO_BORDER = "\u0002";

/** All texts of a page as one: finding in it takes a fraction of looking into each. */
interface TextPage {
  readonly text: string;
  readonly rows: readonly Row[];
  /** Where each row's text begins, and behind the last where one more would. */
  readonly starts: readonly number[];
  readonly signature: TextSignature;
  /** Length of the longest text, with a border on either side. */
  readonly longest: number;
}

/** A text of each row: `name` identifies it, `read` returns it, or null where a row has none. */
export interface RowText {
  readonly name: string;
  read(row: Row): string | null;
  /** An upper bound of its length, known without making it. */
  lengthAtMost(row: Row): number;
}

/** What a text must hold, be, begin or end with. */
export interface Sought {
  readonly text: string;
  /** Nothing precedes it; nothing follows it. */
  readonly atStart: boolean;
  readonly atEnd: boolean;
  /** What else must be true of a row whose text has it; null for nothing. */
  readonly rest: { readonly name: string; passes(row: Row): boolean } | null;
}

/** Whether a text can be looked for. */
export function isSearchable({ text, atStart, atEnd }: Sought): boolean {
  return (text !== "" || (atStart && atEnd)) && !text.includes(BORDER) && !text.includes(NO_BORDER);
}

/** Several texts as one in which nothing is found that is in none of them. */
export function joinedTexts(texts: readonly string[]): string {
  return texts.join(NO_BORDER);
}

/** What is sought is mostly shorter than this. */
const LONG = 1_000;

/** Pages whose texts are put together by one look for something long, which few rows can hold. */
const PAGES_AT_ONCE = 16;

/**
 * Visits the rows whose text has what is sought. The texts of pages are put together when they are first looked at; for
 * something long, only some at a time.
 */
export function eachWithText(rows: PagedArray<Row>, text: RowText, sought: Sought, visit: (row: Row) => void): void {
  const pattern = patternOf(sought);
  const grams = gramsOf(pattern);
  const { rest } = sought;
  const visitRow = rest === null ? visit : (row: Row) => (rest.passes(row) ? visit(row) : undefined);
  let left = pattern.length > LONG ? PAGES_AT_ONCE : Number.POSITIVE_INFINITY;
  rows.eachPage((page) => {
    if (!page.derived?.has(text.name) && left-- <= 0) return searchRows(page.items, text, sought, visit);
    const own = derived(page, text.name, (items) => textPage(items, text));
    if (pattern.length <= own.longest) searchPage(own, pattern, grams, visitRow);
  });
}

/** Tells of a row with a text whether it has what is sought, for one thing after the other. */
export function textTest(row: Row, own: string | null): (sought: Sought) => boolean {
  if (own === null) return () => false;
  const whole = `${BORDER}${withoutBorders(own)}${BORDER}`;
  return (sought) => whole.includes(patternOf(sought)) && (sought.rest?.passes(row) ?? true);
}

/** What is looked for in the texts as they stand in a page: unlike that of all else that is sought, but for `rest`. */
export function patternOf({ text, atStart, atEnd }: Sought): string {
  return `${atStart ? BORDER : ""}${text}${atEnd ? BORDER : ""}`;
}

/** Roughly what the texts take in memory. */
export function textBytes(rows: PagedArray<Row>, { name }: RowText): number {
  let bytes = 0;
  for (const known of rows.known(name)) {
    // What is cached under the name was made by `textPage`.
    const { text, starts, signature } = known as TextPage;
    bytes += text.length + starts.length * 16 + signature.bytes;
  }
  return bytes;
}

function searchRows(
  items: readonly (Row | undefined)[],
  text: RowText,
  sought: Sought,
  visit: (row: Row) => void,
): void {
  for (const row of items) {
    if (row === undefined || text.lengthAtMost(row) < sought.text.length) continue;
    if (textTest(row, text.read(row))(sought)) visit(row);
  }
}

/** Where fewer than one row in so many may have a text, each of these is looked into by itself. */
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

function textPage(items: readonly (Row | undefined)[], { read }: RowText): TextPage {
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

/** Number of the last text that begins at or before a place, or right behind it. */
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
