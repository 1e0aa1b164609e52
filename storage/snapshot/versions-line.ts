import { isAscii } from "node:buffer";
import { type Json, ListColumn, type PartColumn, type VersionColumns } from "../../engine/internal.ts";
import { elementIn } from "./element-in.ts";
import { LineColumn } from "./line-column.ts";
import { columnsIn, type Time, timesIn, type VersionsBlock } from "./versions-block.ts";

/**
 * The mark before and after each column. JSON allows a tab there and nowhere in a text, so a column can be found without
 * parsing the others, and versions that know no marks read the same block.
 */
const MARK = "\t";
const MARK_BYTE = 0x09;

const TIMES: readonly string[] = ["createdAt", "updatedAt", "publishedAt"];

/** The text between columns: before the first, after the times, before the values, between these, and in the end. */
const FIRST = `,"${TIMES[0]}":`;
const FIELDS = ',"fields":';
const VALUES = ',"values":[';
const NEXT = ",";
const END = "]}";

/** A block of versions as a line of JSON. */
export function textOfVersions(block: VersionsBlock): string {
  const { kind, type, status, id, documentId, createdAt, updatedAt, publishedAt, fields, values } = block;
  const head = JSON.stringify({ kind, type, status, id, documentId }).slice(0, -1);
  const times = [createdAt, updatedAt, publishedAt].map((column, at) => `,"${TIMES[at]}":${marked(column)}`).join("");
  return `${head}${times}${FIELDS}${JSON.stringify(fields)}${VALUES}${values.map(marked).join(NEXT)}${END}`;
}

function marked(column: readonly unknown[]): string {
  return `${MARK}${JSON.stringify(column)}${MARK}`;
}

/** A line that was already checked to be this block of versions, to be read once more. */
export class VersionsLine {
  readonly #line: Buffer;
  readonly #isAscii: boolean;
  readonly #fields: readonly string[];
  /** The places of its marks; null if they are not where `textOfVersions` puts them. */
  readonly #marks: readonly number[] | null;

  /** Finds the columns at once, as long as the line is in the processor's cache: there may be gigabytes of lines. */
  constructor(line: Buffer, { fields }: Pick<VersionsBlock, "fields">) {
    this.#line = line;
    this.#isAscii = isAscii(line);
    this.#fields = fields;
    this.#marks = marksIn(line, fields);
  }

  /** All columns. */
  columns(): VersionColumns {
    return columnsIn(JSON.parse(this.#text(0, this.#line.length)));
  }

  /** The columns of one version, found without parsing other versions; null like `column`. */
  columnsOf(at: number): VersionColumns | null {
    const marks = this.#marks;
    if (marks === null) return null;
    const { id, documentId, ...head } = JSON.parse(
      `${this.#text(0, (marks[0] ?? 0) - FIRST.length)}}`,
    ) as VersionsBlock;
    const only = <T extends Json>(number: number): readonly T[] => [this.#value(marks, number, at)];
    return columnsIn({
      ...head,
      id: id.slice(at, at + 1),
      documentId: documentId.slice(at, at + 1),
      createdAt: only(0),
      updatedAt: only(1),
      publishedAt: only(2),
      fields: this.#fields,
      values: this.#fields.map((_, field) => only(TIMES.length + field)),
    });
  }

  /**
   * The values of an attribute or the times of this name, empty if there are none. Null if they cannot be found without
   * the others: in a line without marks, as earlier versions wrote it, or with marks in other places.
   */
  column(name: string): PartColumn<Json> | null {
    const marks = this.#marks;
    if (marks === null) return null;
    if (name === "createdAt") return this.#column(marks, 0);
    const time = TIMES.indexOf(name);
    // Without the marks, which are in the right places, the line was checked to have such columns.
    if (time > 0) {
      const { values: createdAt } = this.#column<string>(marks, 0);
      return new ListColumn(timesIn(this.#column<Time | null>(marks, time).values, createdAt));
    }
    const at = this.#fields.indexOf(name);
    return at < 0 ? new ListColumn<Json>([]) : this.#column(marks, TIMES.length + at);
  }

  /** The column with this number. */
  #column<T extends Json>(marks: readonly number[], number: number): LineColumn<T> {
    const array = {
      line: this.#line,
      isAscii: this.#isAscii,
      from: (marks[2 * number] ?? 0) + 1,
      until: marks[2 * number + 1] ?? 0,
    };
    return new LineColumn(array);
  }

  /** The value of one version in the column with this number. */
  #value<T extends Json>(marks: readonly number[], number: number, at: number): T {
    const [from, until] = elementIn(this.#line, (marks[2 * number] ?? 0) + 1, at);
    return JSON.parse(this.#text(from, until));
  }

  #text(from: number, until: number): string {
    return this.#line.toString(this.#isAscii ? "latin1" : "utf8", from, until);
  }
}

/** The places of the marks in a line with these fields; null if they are not where `textOfVersions` puts them. */
function marksIn(line: Buffer, fields: readonly string[]): readonly number[] | null {
  const marks: number[] = [];
  for (let at = line.indexOf(MARK_BYTE); at >= 0; at = line.indexOf(MARK_BYTE, at + 1)) marks.push(at);
  const count = TIMES.length + fields.length;
  if (marks.length !== 2 * count) return null;
  for (let before = 0; before <= count; before++)
    if (gapIn(line, marks, before) !== textBefore(before, fields)) return null;
  return marks.slice();
}

/** The text before the column with this number, or after the last one. */
function gapIn(line: Buffer, marks: readonly number[], before: number): string {
  const end = marks[2 * before] ?? line.length;
  // The first is as long as the ids: what counts is how it ends.
  const begin = before === 0 ? Math.max(0, end - FIRST.length) : (marks[2 * before - 1] ?? 0) + 1;
  return line.toString("utf8", begin, end);
}

/** The text that `textOfVersions` writes there. */
function textBefore(before: number, fields: readonly string[]): string {
  if (before < TIMES.length) return `,"${TIMES[before]}":`;
  const end = before === TIMES.length + fields.length ? END : "";
  if (before === TIMES.length) return `${FIELDS}${JSON.stringify(fields)}${VALUES}${end}`;
  return end === "" ? NEXT : end;
}
