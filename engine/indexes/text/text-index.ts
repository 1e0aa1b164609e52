import type { Owner } from "../../structures/paged/owner.ts";
import type { PagedArray } from "../../structures/paged/paged-array.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Row } from "../../values/row.ts";
import { eachWithText, patternOf, type RowText, type Sought, textBytes, textTest } from "./text-pages.ts";
import { WordIndex } from "./word-index.ts";
import { isOneWord } from "./words.ts";

/** Of so many texts that were sought last it is kept which rows have them. */
const MAX_KEPT = 64;

/** A longer one is hardly sought again, nor found: no set is kept of it, and no index built for it. */
const MAX_KEPT_LENGTH = 128;

/** Words are indexed of texts that have no more characters than this, on average and in all: it takes a second or two. */
const MAX_INDEXED_LENGTH = 100;
const MAX_CHARACTERS = 64_000_000;

/** So many rows are sampled to estimate the length of texts. */
const SAMPLE = 256;

/** One row in so many powers of two that has the same word makes bits pay. */
const DENSE_SHIFT = 8;

/** When an index of a text is to be more than it has to be. */
export interface TextLimits {
  /** Words are indexed where there are so many rows. */
  readonly rowsForWords: number;
  /** And where all texts have been looked through so many times, which takes about as long as indexing their words. */
  readonly looksForWords: number;
  /** Called when the index takes more memory than before. */
  grows(): void;
}

interface Answer {
  readonly sought: Sought;
  readonly rows: PagedBitmap;
  /** Number of the question that last asked for it. */
  lastUse: number;
}

/**
 * The rows of one space by what is in a text of theirs. What was sought lately is answered by a set that is kept in step
 * with every change, and what has no gap by the words that it is in; all else is looked for in the texts of pages.
 */
export class TextIndex {
  readonly text: RowText;
  readonly #owner: Owner;
  readonly #rows: PagedArray<Row>;
  readonly #limits: TextLimits;
  readonly #kept: Map<string, Answer>;
  #uses = 0;
  #words: WordIndex | null;
  /** How often all texts have been looked through. */
  #looks = 0;
  /** What was asked about and not looked for. */
  readonly #asked = new Set<string>();

  constructor(
    owner: Owner,
    rows: PagedArray<Row>,
    text: RowText,
    limits: TextLimits,
    kept: ReadonlyMap<string, Answer> = new Map(),
    words: WordIndex | null = null,
  ) {
    this.text = text;
    this.#owner = owner;
    this.#rows = rows;
    this.#limits = limits;
    this.#kept = new Map(kept);
    this.#words = words;
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    let bytes = textBytes(this.#rows, this.text) + (this.#words?.bytes ?? 0);
    for (const { rows } of this.#kept.values()) bytes += rows.bytes;
    return bytes;
  }

  /** The rows that have what is sought, where that is known without looking. */
  known(sought: Sought): PagedBitmap | null {
    const answer = this.#kept.get(nameOf(sought));
    if (answer === undefined) return null;
    answer.lastUse = ++this.#uses;
    return answer.rows;
  }

  /**
   * Whether it is the first time, lately, that somebody who has a few rows to test wants to know of what is sought: who
   * comes again is better off with a set that is kept.
   */
  isNew(sought: Sought): boolean {
    const name = nameOf(sought);
    if (this.#asked.has(name)) return false;
    this.#asked.add(name);
    const [oldest] = this.#asked;
    if (this.#asked.size > MAX_KEPT && oldest !== undefined) this.#asked.delete(oldest);
    return true;
  }

  /** The slots of the rows that have what is sought. Not to be changed. */
  find(sought: Sought): PagedBitmap {
    const known = this.known(sought);
    if (known !== null) return known;
    const rows = this.#inWords(sought) ?? this.#inPages(sought);
    if (sought.text.length <= MAX_KEPT_LENGTH) this.#keep(nameOf(sought), { sought, rows, lastUse: ++this.#uses });
    this.#limits.grows();
    return rows;
  }

  /** Replaces a row in a slot by another; null is none. */
  replace(slot: number, before: Row | null, after: Row | null): void {
    if (this.#words === null && this.#kept.size === 0) return;
    const was = before === null ? null : this.text.read(before);
    const is = after === null ? null : this.text.read(after);
    if (was !== is) this.#words?.replace(slot, was, is);
    if (this.#words?.isWorn) this.#words = null;
    const has = after === null ? () => false : textTest(after, is);
    for (const { sought, rows } of this.#kept.values()) {
      if (was === is && sought.rest === null) continue;
      if (has(sought)) rows.add(slot);
      else rows.delete(slot);
    }
  }

  /** Forgets what was worked out for it, as it is not used any more. */
  forget(): void {
    this.#rows.forget(this.text.name);
  }

  /** The same index over the fork of its rows. */
  fork(owner: Owner, rows: PagedArray<Row>, limits: TextLimits): TextIndex {
    const kept = new Map<string, Answer>();
    for (const [name, answer] of this.#kept) kept.set(name, { ...answer, rows: answer.rows.fork(owner) });
    const forked = new TextIndex(owner, rows, this.text, limits, kept, this.#words?.fork(owner) ?? null);
    forked.#uses = this.#uses;
    forked.#looks = this.#looks;
    return forked;
  }

  /** The rows with a word that contains the pattern; null where words cannot decide. */
  #inWords({ text, atStart, atEnd, rest }: Sought): PagedBitmap | null {
    if (atStart || atEnd || rest !== null || !isOneWord(text)) return null;
    if (this.#words === null && WordIndex.canAnswer(text) && text.length <= MAX_KEPT_LENGTH && this.#wantsWords()) {
      const many = this.#rows.length >> DENSE_SHIFT;
      this.#words = WordIndex.build(this.#owner, many, this.text, this.#rows);
    }
    return this.#words?.knows(text) ? this.#words.find(text) : null;
  }

  #inPages(sought: Sought): PagedBitmap {
    const found = new PagedBitmap(this.#owner);
    eachWithText(this.#rows, this.text, sought, ({ slot }) => found.add(slot));
    this.#looks++;
    return found;
  }

  /** Whether the texts are short enough, many enough, and sought often enough that an index of their words pays. */
  #wantsWords(): boolean {
    const { rowsForWords, looksForWords } = this.#limits;
    if (this.#rows.length < rowsForWords || this.#looks < looksForWords) return false;
    let [rows, characters] = [0, 0];
    this.#rows.each(0, (row) => {
      characters += this.text.read(row)?.length ?? 0;
      return ++rows < SAMPLE;
    });
    const length = characters / Math.max(1, rows);
    return length <= MAX_INDEXED_LENGTH && length * this.#rows.length <= MAX_CHARACTERS;
  }

  #keep(name: string, answer: Answer): void {
    this.#kept.set(name, answer);
    if (this.#kept.size <= MAX_KEPT) return;
    const [oldest] = [...this.#kept].reduce((one, other) => (other[1].lastUse < one[1].lastUse ? other : one));
    this.#kept.delete(oldest);
  }
}

function nameOf(sought: Sought): string {
  return `${patternOf(sought)}\u0000${sought.rest?.name ?? ""}`;
}
