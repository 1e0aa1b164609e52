import { Owner } from "../../structures/paged/owner.ts";
import { PagedArray } from "../../structures/paged/paged-array.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import { PagedMap } from "../../structures/paged/paged-map.ts";
import type { Row } from "../../values/row.ts";
import { type ColumnValues, NO_VALUES } from "../building/column-values.ts";
import { RowColumns } from "../building/row-columns.ts";
import type { RowIndex, RowIndexPlan } from "../building/row-index-build.ts";
import { finish, type Steps } from "../building/steps.ts";
import { lengthOf, PostingLists, type SomeSlots } from "../posting-lists.ts";
import type { RowText } from "./text-pages.ts";
import { gramsOf } from "./text-signature.ts";
import { allWordsOf, wordsOf } from "./words.ts";

/** How many bits of a trigram's hash are used. */
const GRAM_MASK = 0xffff;

/** From this many words on, the words with a trigram are stored as a bitmap. */
const DENSE_THRESHOLD = 4_096;

/** How many trigrams of a search are looked up. */
const MAX_GRAMS = 12;

/** The index is rebuilt after so many new words, to free unused ones. */
const MAX_NEW_WORDS = 1_024;

/** Words, and texts of rows, that one step of building visits. */
const WORDS_BLOCK = 2_048;
const TEXTS_BLOCK = 4_096;

/** Estimated bytes of a word, without its entries in lists. */
const WORD_BYTES = 100;

/** The parts of a word index. */
interface Parts {
  readonly numbers: PagedMap<string, number>;
  readonly words: PagedArray<string>;
  /** Inverted index: the slots with each word, by the number of the word. */
  readonly slots: PostingLists;
  /** Trigram index: the numbers of the words with each trigram. */
  readonly grams: PostingLists;
}

/**
 * An inverted index over the words in a text of each row, with a trigram index over the words. Every distinct word is
 * searched once: a row contains a text within a word if it has one of the words that contain it.
 */
export class WordIndex {
  readonly #owner: Owner;
  readonly #parts: Parts;
  /** With more words than this, it should be rebuilt. */
  readonly #mostWords: number;

  private constructor(owner: Owner, parts: Parts, mostWords: number) {
    this.#owner = owner;
    this.#parts = parts;
    this.#mostWords = mostWords;
  }

  /** `many`: posting lists of at least this many slots are bitmaps. */
  static build(owner: Owner, many: number, text: RowText, rows: PagedArray<Row>): WordIndex {
    const [texts = NO_VALUES] = RowColumns.of([text], rows);
    // The only reader reads texts.
    return finish(WordIndex.inSteps(owner, many, texts as ColumnValues<string | null>));
  }

  /** Like `build`, of the text of each row. */
  static *inSteps(owner: Owner, many: number, texts: ColumnValues<string | null>): Steps<WordIndex> {
    const { found, slots } = yield* findWords(owner, many, texts);
    const numbers = new PagedMap<string, number>(owner);
    const words = new PagedArray<string>(owner);
    let steps = 0;
    for (const word of found) {
      numberOf(numbers, words, word);
      if (++steps % WORDS_BLOCK === 0) yield;
    }
    const grams = yield* PostingLists.inSteps(owner, DENSE_THRESHOLD, function* (visit) {
      for (let number = 0; number < words.length; number++) {
        for (const gram of gramsIn(words.get(number) ?? "")) visit(gram, number);
        if (number % WORDS_BLOCK === 0) yield;
      }
    });
    return new WordIndex(owner, { numbers, words, slots, grams }, 2 * words.length + MAX_NEW_WORDS);
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    const { words, slots, grams } = this.#parts;
    return words.length * WORD_BYTES + slots.bytes + grams.bytes;
  }

  /** Whether so many words were added since it was built that it should be rebuilt. */
  get isWorn(): boolean {
    return this.#parts.words.length > this.#mostWords;
  }

  /** Whether a text without a word boundary is long enough for few words to be candidates. */
  static canAnswer(sought: string): boolean {
    return gramsIn(sought, 1).size > 0;
  }

  /** Whether the word index finds a text without a word boundary faster than a scan of all texts. */
  knows(sought: string): boolean {
    return WordIndex.canAnswer(sought) || this.#parts.words.length <= DENSE_THRESHOLD;
  }

  /** The slots of the rows that contain a text without a word boundary. */
  find(sought: string): PagedBitmap {
    const { words, slots } = this.#parts;
    const found = new PagedBitmap(this.#owner);
    this.#eachCandidate(sought, (number) => {
      if (!words.get(number)?.includes(sought)) return;
      const some = slots.at(number);
      if (some instanceof PagedBitmap) found.orInto(some);
      else for (const slot of some) found.add(slot);
    });
    return found;
  }

  /** Replaces the text of the row in a slot; null stands for none. */
  replace(slot: number, before: string | null, after: string | null): void {
    const gone = before === null ? NO_WORDS : wordsOf(before);
    const come = after === null ? NO_WORDS : wordsOf(after);
    const { numbers, slots } = this.#parts;
    for (const word of gone) if (!come.has(word)) slots.mark(numbers.get(word) ?? -1, slot, false);
    for (const word of come) if (!gone.has(word)) slots.mark(this.#numberOf(word), slot, true);
  }

  /** The same index for another owner; this one must not be written to afterwards. */
  fork(owner: Owner): WordIndex {
    const { numbers, words, slots, grams } = this.#parts;
    const parts: Parts = {
      numbers: numbers.fork(owner),
      words: words.fork(owner),
      slots: slots.fork(owner),
      grams: grams.fork(owner),
    };
    return new WordIndex(owner, parts, this.#mostWords);
  }

  /** The numbers of words that include every word containing a text. */
  #eachCandidate(sought: string, visit: (number: number) => void): void {
    const { words, grams } = this.#parts;
    let fewest: SomeSlots | null = null;
    for (const gram of gramsIn(sought, MAX_GRAMS)) {
      const some = grams.at(gram);
      if (fewest === null || lengthOf(some) < lengthOf(fewest)) fewest = some;
    }
    if (fewest === null) {
      for (let number = 0; number < words.length; number++) visit(number);
    } else if (fewest instanceof PagedBitmap) {
      fewest.each(visit);
    } else {
      for (const number of fewest) visit(number);
    }
  }

  #numberOf(word: string): number {
    const { numbers, words, grams } = this.#parts;
    const known = words.length;
    const number = numberOf(numbers, words, word);
    if (number === known) for (const gram of gramsIn(word)) grams.mark(gram, number, true);
    return number;
  }
}

/** Every distinct word in the order of occurrence, and the slots with each word by its number in that order. */
function* findWords(
  owner: Owner,
  many: number,
  texts: ColumnValues<string | null>,
): Steps<{ readonly found: Iterable<string>; readonly slots: PostingLists }> {
  const found = new Map<string, number>();
  const lastSlots: number[] = [];
  const slots = yield* PostingLists.inSteps(owner, many, function* (visit) {
    for (let slot = 0; slot < texts.length; slot++) {
      for (const word of allWordsOf(texts.get(slot) ?? "")) {
        const known = found.get(word);
        const number = known ?? found.size;
        if (known === undefined) found.set(word, number);
        if (lastSlots[number] === slot) continue;
        lastSlots[number] = slot;
        visit(number, slot);
      }
      if (slot % TEXTS_BLOCK === 0) yield;
    }
  });
  return { found: found.keys(), slots };
}

/** The words of rows, as an index that changes of rows update. */
export class RowWords implements RowIndex {
  readonly words: WordIndex;
  readonly text: RowText;

  constructor(words: WordIndex, text: RowText) {
    this.words = words;
    this.text = text;
  }

  add(row: Row): void {
    this.words.replace(row.slot, null, this.text.read(row));
  }

  remove(row: Row): void {
    this.words.replace(row.slot, this.text.read(row), null);
  }

  replace(before: Row, after: Row): void {
    this.words.replace(after.slot, this.text.read(before), this.text.read(after));
  }
}

/** How the words of a text are indexed. */
export function wordsPlan(text: RowText, many: number): RowIndexPlan<RowWords> {
  return {
    name: `words of ${text.name}`,
    readers: [text],
    *build([texts = NO_VALUES]) {
      // The only reader reads texts.
      const words = yield* WordIndex.inSteps(new Owner(), many, texts as ColumnValues<string | null>);
      return new RowWords(words, text);
    },
    fork: ({ words }, { owner }) => new RowWords(words.fork(owner), text),
  };
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** The number of a word; a new word gets a new number. */
function numberOf(numbers: PagedMap<string, number>, words: PagedArray<string>, word: string): number {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  const number = words.length;
  numbers.set(word, number);
  words.set(number, word);
  return number;
}

/** The distinct trigrams of a word. */
function gramsIn(word: string, most = Number.POSITIVE_INFINITY): ReadonlySet<number> {
  return new Set(gramsOf(word, most).map((gram) => gram & GRAM_MASK));
}
