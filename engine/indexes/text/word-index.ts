import type { Owner } from "../../structures/paged/owner.ts";
import { PagedArray } from "../../structures/paged/paged-array.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import { PagedMap } from "../../structures/paged/paged-map.ts";
import type { Row } from "../../values/row.ts";
import { PostingLists, type SomeSlots } from "../posting-lists.ts";
import type { RowText } from "./text-pages.ts";
import { gramsOf } from "./text-signature.ts";
import { allWordsOf, wordsOf } from "./words.ts";

/** Character triples are distinguished by so many bits of their numbers. */
const GRAM_MASK = 0xffff;

/** Words of a triple that are kept as bits. */
const DENSE_THRESHOLD = 4_096;

/** So many triples of a text that is sought are looked up. */
const MAX_GRAMS = 12;

/** So many words more than there were at first may come before those that are gone have to be given back. */
const PATIENCE = 1_024;

/** Bytes of a word, beside its places in lists. */
const WORD_BYTES = 100;

/** What an index of words is made of. */
interface Parts {
  readonly numbers: PagedMap<string, number>;
  readonly words: PagedArray<string>;
  /** The slots with each word, by the number of the word. */
  readonly slots: PostingLists;
  /** The numbers of the words with each triple of characters. */
  readonly grams: PostingLists;
}

/**
 * The rows of one space by the words in a text of theirs. Every different word is looked into once: the rows that have a
 * text within a word are those that have one of the words it is in.
 */
export class WordIndex {
  readonly #owner: Owner;
  readonly #parts: Parts;
  /** From so many words on it is worn. */
  readonly #mostWords: number;

  private constructor(owner: Owner, parts: Parts, mostWords: number) {
    this.#owner = owner;
    this.#parts = parts;
    this.#mostWords = mostWords;
  }

  /** `many`: so many slots are kept as bits. */
  static build(owner: Owner, many: number, text: RowText, rows: PagedArray<Row>): WordIndex {
    const { found, slots } = findWords(owner, many, text, rows);
    const numbers = new PagedMap<string, number>(owner);
    const words = new PagedArray<string>(owner);
    for (const word of found) numberOf(numbers, words, word);
    const grams = PostingLists.build(owner, DENSE_THRESHOLD, (visit) => {
      words.each(0, (word, number) => {
        for (const gram of gramsIn(word)) visit(gram, number);
        return true;
      });
    });
    return new WordIndex(owner, { numbers, words, slots, grams }, 2 * words.length + PATIENCE);
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    const { words, slots, grams } = this.#parts;
    return words.length * WORD_BYTES + slots.bytes + grams.bytes;
  }

  /** Whether so many words have come since it was built that a new one should take its place. */
  get isWorn(): boolean {
    return this.#parts.words.length > this.#mostWords;
  }

  /** Whether a text without a gap is long enough that few of many words have to be looked into for it. */
  static canAnswer(sought: string): boolean {
    return gramsIn(sought, 1).size > 0;
  }

  /** Whether a text without a gap is found in words sooner than by a look at all texts. */
  knows(sought: string): boolean {
    return WordIndex.canAnswer(sought) || this.#parts.words.length <= DENSE_THRESHOLD;
  }

  /** The slots of the rows with a text that has no gap. */
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

  /** Replaces the text of the row in a slot by another; null is none. */
  replace(slot: number, before: string | null, after: string | null): void {
    const gone = before === null ? NO_WORDS : wordsOf(before);
    const come = after === null ? NO_WORDS : wordsOf(after);
    const { numbers, slots } = this.#parts;
    for (const word of gone) if (!come.has(word)) slots.mark(numbers.get(word) ?? -1, slot, false);
    for (const word of come) if (!gone.has(word)) slots.mark(this.#numberOf(word), slot, true);
  }

  /** The same index for another owner; this one must not be written to any more. */
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

  /** The numbers of words among which are all that have a text in them. */
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

/** Every different word in the order in which they are met, and the slots with each by its number in it. */
function findWords(
  owner: Owner,
  many: number,
  text: RowText,
  rows: PagedArray<Row>,
): { readonly found: Iterable<string>; readonly slots: PostingLists } {
  const found = new Map<string, number>();
  const lastSlots: number[] = [];
  const slots = PostingLists.build(owner, many, (visit) => {
    rows.each(0, (row, slot) => {
      for (const word of allWordsOf(text.read(row) ?? "")) {
        const known = found.get(word);
        const number = known ?? found.size;
        if (known === undefined) found.set(word, number);
        if (lastSlots[number] === slot) continue;
        lastSlots[number] = slot;
        visit(number, slot);
      }
      return true;
    });
  });
  return { found: found.keys(), slots };
}

const NO_WORDS: ReadonlySet<string> = new Set();

/** The number of a word, which is given one if it has none. */
function numberOf(numbers: PagedMap<string, number>, words: PagedArray<string>, word: string): number {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  const number = words.length;
  numbers.set(word, number);
  words.set(number, word);
  return number;
}

/** The triples of characters in a word, each once. */
function gramsIn(word: string, most = Number.POSITIVE_INFINITY): ReadonlySet<number> {
  return new Set(gramsOf(word, most).map((gram) => gram & GRAM_MASK));
}

function lengthOf(some: SomeSlots): number {
  return some instanceof PagedBitmap ? some.size : some.length;
}
