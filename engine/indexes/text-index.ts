import type { Owner } from "../paged/owner.ts";
import type { PagedArray } from "../paged/paged-array.ts";
import { PagedBits } from "../paged/paged-bits.ts";
import type { Row } from "../state/row.ts";
import { eachWithText, patternOf, type RowText, type Sought, textBytes, textTest } from "./text-pages.ts";

/** Of so many texts that were sought last it is kept which rows have them. */
const MOST_KEPT = 64;

/** A longer one is hardly sought again, and each change of a row would pay for it. */
const LONGEST_KEPT = 128;

interface Answer {
  readonly sought: Sought;
  readonly rows: PagedBits;
}

/**
 * The rows of one space by what is in a text of theirs. What was sought lately is answered by a set that is kept in step
 * with every change; all else is looked for in the texts of pages.
 */
export class TextIndex {
  readonly text: RowText;
  readonly #owner: Owner;
  readonly #rows: PagedArray<Row>;
  readonly #grows: () => void;
  /** The one that was used last is the last. */
  readonly #kept: Map<string, Answer>;

  /** `grows` is called when it takes more memory than before. */
  constructor(
    owner: Owner,
    rows: PagedArray<Row>,
    text: RowText,
    grows: () => void,
    kept: ReadonlyMap<string, Answer> = new Map(),
  ) {
    this.text = text;
    this.#owner = owner;
    this.#rows = rows;
    this.#grows = grows;
    this.#kept = new Map(kept);
  }

  /** Roughly what it takes in memory. */
  get bytes(): number {
    let bytes = textBytes(this.#rows, this.text);
    for (const { rows } of this.#kept.values()) bytes += rows.bytes;
    return bytes;
  }

  /** The rows that have what is sought, where that is known without looking. */
  known(sought: Sought): PagedBits | null {
    const name = nameOf(sought);
    const answer = this.#kept.get(name);
    if (answer === undefined) return null;
    this.#kept.delete(name);
    this.#kept.set(name, answer);
    return answer.rows;
  }

  /** The slots of the rows that have what is sought. Not to be changed. */
  find(sought: Sought): PagedBits {
    const known = this.known(sought);
    if (known !== null) return known;
    const rows = new PagedBits(this.#owner);
    eachWithText(this.#rows, this.text, sought, ({ slot }) => rows.add(slot));
    if (sought.text.length <= LONGEST_KEPT) this.#keep(nameOf(sought), { sought, rows });
    this.#grows();
    return rows;
  }

  /** Takes in a row, or lets go of it. */
  mark(row: Row, isThere: boolean): void {
    if (this.#kept.size === 0) return;
    const has = isThere ? textTest(row, this.text) : () => false;
    for (const { sought, rows } of this.#kept.values()) {
      if (has(sought)) rows.add(row.slot);
      else rows.delete(row.slot);
    }
  }

  /** Forgets what was worked out for it, as it is not used any more. */
  forget(): void {
    this.#rows.forget(this.text.name);
  }

  /** The same index over the fork of its rows. */
  fork(owner: Owner, rows: PagedArray<Row>, grows: () => void): TextIndex {
    const kept = new Map<string, Answer>();
    for (const [name, answer] of this.#kept) kept.set(name, { ...answer, rows: answer.rows.fork(owner) });
    return new TextIndex(owner, rows, this.text, grows, kept);
  }

  #keep(name: string, answer: Answer): void {
    this.#kept.set(name, answer);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}

function nameOf(sought: Sought): string {
  return `${patternOf(sought)}\u0000${sought.rest?.name ?? ""}`;
}
