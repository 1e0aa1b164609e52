import type { PageView } from "../paged/paged-array.ts";
import type { Row } from "../state/row.ts";

/** Stands between two texts; what is sought never holds it, so nothing is found across two of them. */
const BORDER = "\u0001";

/** All texts of one field in a page as one text: finding in it takes a fraction of looking into each. */
interface TextPage {
  readonly text: string;
  readonly rows: readonly Row[];
  /** Where each row's text begins. */
  readonly starts: readonly number[];
}

/** The text of a row, or null where it has none. */
export type TextOf = (row: Row) => string | null;

/** Whether `rowsContaining` can look for this text. */
export function isSearchable(sought: string): boolean {
  return sought !== "" && !sought.includes(BORDER);
}

/** The rows whose text holds what is sought. `name` stands for the texts that `textOf` gives. */
export function rowsContaining(pages: Iterable<PageView<Row>>, name: string, textOf: TextOf, sought: string): Row[] {
  const found: Row[] = [];
  for (const page of pages) {
    const { text, rows, starts } = page.derive(name, (items) => textPage(items, textOf));
    for (let at = text.indexOf(sought); at !== -1; ) {
      const number = rowAt(starts, at);
      const row = rows[number];
      if (row !== undefined) found.push(row);
      const next = starts[number + 1];
      at = next === undefined ? -1 : text.indexOf(sought, next);
    }
  }
  return found;
}

function textPage(items: readonly (Row | undefined)[], textOf: TextOf): TextPage {
  const rows: Row[] = [];
  const texts: string[] = [];
  const starts: number[] = [];
  let length = 0;
  for (const row of items) {
    const text = row === undefined ? null : textOf(row);
    if (row === undefined || text === null) continue;
    rows.push(row);
    texts.push(text);
    starts.push(length);
    length += text.length + BORDER.length;
  }
  return { text: texts.join(BORDER), rows, starts };
}

/** Number of the last text that begins at or before this place. */
function rowAt(starts: readonly number[], place: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
