import type { Owner } from "../../structures/paged/owner.ts";
import type { PagedArray } from "../../structures/paged/paged-array.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Row } from "../../values/row.ts";
import type { IndexDemand } from "../building/index-demand.ts";
import type { RowIndexPlan } from "../building/row-index-build.ts";
import { eachWithText, joinedPages, patternOf, type RowText, type Sought, textBytes, textTest } from "./text-pages.ts";
import { type RowWords, WordIndex, wordsPlan } from "./word-index.ts";
import { isOneWord } from "./words.ts";

/** How many searches have their matching rows cached. */
const MAX_KEPT = 64;

/**
 * Longer searches are hardly repeated, nor successful: their results are not cached, and no index is built for them.
 */
const MAX_KEPT_LENGTH = 128;

/**
 * Words are indexed only if texts have at most this many characters, on average and in total: building takes a second
 * or two.
 */
const MAX_INDEXED_LENGTH = 100;
const MAX_CHARACTERS = 64_000_000;

/** How many rows are sampled to estimate the length of texts. */
const SAMPLE = 256;

/** A bitmap is worthwhile if one in two to this power of the rows has the same word. */
const DENSE_SHIFT = 8;

/** When a text index builds more than it needs for one search. */
export interface TextLimits {
  /** Words are indexed if there are at least this many rows, */
  readonly rowsForWords: number;
  /** and if all texts have been scanned this many times, which takes about as long as indexing their words. */
  readonly looksForWords: number;
  /** Called when the index takes so many bytes more than before. */
  grows(bytes: number): void;
}

/** Builds what a text index lacks, now or later. */
export interface TextBuilder {
  /** How many pages are joined at once for one query. */
  readonly pagesAtOnce: number;
  /** An index of words is worthwhile. */
  lacksWords(index: TextIndex, demand: IndexDemand): void;
  /** A query lacks the texts of many pages. */
  lacksPages(index: TextIndex, demand: IndexDemand): void;
}

/** Builds everything at once. */
const AT_ONCE: TextBuilder = {
  pagesAtOnce: Number.POSITIVE_INFINITY,
  lacksWords: (index) => index.buildWords(),
  lacksPages: () => {},
};

interface Answer {
  readonly sought: Sought;
  readonly rows: PagedBitmap;
  /** Number of the last search that used it. */
  lastUse: number;
}

/**
 * A substring index over a text of each row. The results of recent searches are cached as sets and updated with every
 * change. A search without a word boundary uses the word index; every other search scans the texts of pages.
 */
export class TextIndex {
  readonly text: RowText;
  readonly #owner: Owner;
  readonly #rows: PagedArray<Row>;
  readonly #limits: TextLimits;
  readonly #builder: TextBuilder;
  readonly #kept: Map<string, Answer>;
  #uses = 0;
  #words: WordIndex | null;
  /** How many times all texts have been scanned. */
  #looks = 0;
  /** Searches that were requested but not made. */
  readonly #asked = new Set<string>();

  constructor(
    owner: Owner,
    rows: PagedArray<Row>,
    text: RowText,
    limits: TextLimits,
    builder: TextBuilder = AT_ONCE,
    kept: ReadonlyMap<string, Answer> = new Map(),
    words: WordIndex | null = null,
  ) {
    this.text = text;
    this.#owner = owner;
    this.#rows = rows;
    this.#limits = limits;
    this.#builder = builder;
    this.#kept = new Map(kept);
    this.#words = words;
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    let bytes = textBytes(this.#rows, this.text) + (this.#words?.bytes ?? 0);
    for (const { rows } of this.#kept.values()) bytes += rows.bytes;
    return bytes;
  }

  /** The rows that match a search, if they are known without one. */
  known(sought: Sought): PagedBitmap | null {
    const answer = this.#kept.get(searchName(sought));
    if (answer === undefined) return null;
    answer.lastUse = ++this.#uses;
    return answer.rows;
  }

  /**
   * Whether this is the first recent request, by a query with few rows to test, for this search: if it is repeated, a
   * cached set is worthwhile.
   */
  isNew(sought: Sought): boolean {
    return !this.#asked.has(searchName(sought));
  }

  /** A query has tested its few rows for this search. */
  noteAsked(sought: Sought): void {
    this.#asked.add(searchName(sought));
    const [oldest] = this.#asked;
    if (this.#asked.size > MAX_KEPT && oldest !== undefined) this.#asked.delete(oldest);
  }

  /** The slots of the rows that match a search. Callers must not modify them. */
  find(sought: Sought, demand: IndexDemand): PagedBitmap {
    const known = this.known(sought);
    if (known !== null) return known;
    const rows = this.#inWords(sought, demand) ?? this.#inPages(sought);
    if (sought.text.length <= MAX_KEPT_LENGTH) this.#keep(sought, rows);
    // The first searches join pages.
    this.#limits.grows(this.#looks > 1 ? rows.bytes : this.bytes);
    return rows;
  }

  /** Whether texts can be searched: false while many pages of texts are not joined yet. */
  isReady(demand: IndexDemand): boolean {
    const left = this.#rows.pages - joinedPages(this.#rows, this.text);
    if (demand.joinsAtOnce(left, this.#builder.pagesAtOnce)) return true;
    this.#builder.lacksPages(this, demand);
    return demand.mode === "waits";
  }

  /** Replaces the row in a slot; null stands for none. */
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

  /** Frees the data derived for this index, because it is no longer used. */
  forget(): void {
    this.#rows.forget(this.text.name);
  }

  /** Indexes the words at once. */
  buildWords(): void {
    this.#words = WordIndex.build(this.#owner, this.#many, this.text, this.#rows);
  }

  /** How the index of words is built in steps. */
  get wordsPlan(): RowIndexPlan<RowWords> {
    return wordsPlan(this.text, this.#many);
  }

  /** The index of words has been built. */
  takeWords({ words }: RowWords): void {
    this.#words = words;
    this.#limits.grows(words.bytes);
  }

  /** The same index over the fork of its rows. */
  fork(owner: Owner, rows: PagedArray<Row>, limits: TextLimits, builder: TextBuilder = AT_ONCE): TextIndex {
    const kept = new Map<string, Answer>();
    for (const [name, answer] of this.#kept) kept.set(name, { ...answer, rows: answer.rows.fork(owner) });
    const forked = new TextIndex(owner, rows, this.text, limits, builder, kept, this.#words?.fork(owner) ?? null);
    forked.#uses = this.#uses;
    forked.#looks = this.#looks;
    return forked;
  }

  /** The rows with a word that contains the pattern; null if words cannot decide. */
  #inWords({ text, atStart, atEnd, rest }: Sought, demand: IndexDemand): PagedBitmap | null {
    if (atStart || atEnd || rest !== null || !isOneWord(text)) return null;
    if (this.#words === null && WordIndex.canAnswer(text) && text.length <= MAX_KEPT_LENGTH && this.#wantsWords()) {
      this.#builder.lacksWords(this, demand);
    }
    return this.#words?.knows(text) ? this.#words.find(text) : null;
  }

  /** Posting lists of at least this many slots are bitmaps. */
  get #many(): number {
    return this.#rows.length >> DENSE_SHIFT;
  }

  #inPages(sought: Sought): PagedBitmap {
    const found = new PagedBitmap(this.#owner);
    eachWithText(this.#rows, this.text, sought, ({ slot }) => found.add(slot));
    this.#looks++;
    return found;
  }

  /** Whether texts are short enough, and rows and searches numerous enough, for a word index to be worthwhile. */
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

  #keep(sought: Sought, rows: PagedBitmap): void {
    this.#kept.set(searchName(sought), { sought, rows, lastUse: ++this.#uses });
    if (this.#kept.size <= MAX_KEPT) return;
    const [oldest] = [...this.#kept].reduce((one, other) => (other[1].lastUse < one[1].lastUse ? other : one));
    this.#kept.delete(oldest);
  }
}

/** Unique among the searches in one text. */
function searchName(sought: Sought): string {
  return `${patternOf(sought)}\u0000${sought.rest?.name ?? ""}`;
}
