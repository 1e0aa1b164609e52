import type { Value } from "../../values/value.ts";
import { blocksOf, type Steps } from "../building/steps.ts";
import type { SortKeys } from "./column.ts";

/** The most characters in one sort key. */
const WINDOW = 12;

/** Texts that one step reads: each is somewhere else in memory. */
const TEXTS = 1 << 13;

/** Bits of an integer that a number represents exactly. */
const WORD_BITS = 52;

/** The symbol after the last character of a text: below all others. */
const END = 0;

/** The number of symbols: code units and the end. */
const SYMBOLS = 0x1_0001;

/** Sort keys of values that are ordered as texts by code points; null comes first. */
export function textKeys(values: readonly Value[], textOf: (value: Value) => string): SortKeys {
  const texts = new Texts(values, textOf);
  const byItem = new Float64Array(values.length);
  let start = 0;
  return {
    *next(items, into) {
      // Texts are in memory in the order of the items' numbers: reading them in that order is cache-friendly.
      const open = ascending(items, values.length);
      const { units, isIn } = yield* texts.windows(open, start);
      const { codes, bits } = codesOf(isIn);
      const length = Math.min(WINDOW, Math.floor(WORD_BITS / bits));
      const size = 2 ** bits;
      const putKey = (at: number): void => {
        const item = open[at] as number;
        const left = texts.lengthOf(item) - start;
        let word = 0;
        for (let place = 0; place < length; place++) {
          const symbol = place < left ? symbolOf(units[at * WINDOW + place] as number) : END;
          word = word * size + (codes[symbol] as number);
        }
        byItem[item] = values[item] === null ? -1 : word;
      };
      for (const [from, until] of blocksOf(open.length)) {
        for (let at = from; at < until; at++) putKey(at);
        yield;
      }
      start += length;
      for (let at = 0; at < items.length; at++) into[at] = byItem[items[at] as number] as number;
    },
    // A text that ends where a window ends has the key of every longer text that begins with it.
    areSame: (one, other) =>
      Math.max(texts.lengthOf(one), texts.lengthOf(other)) <= start || texts.at(one) === texts.at(other),
  };
}

/** The next characters of some texts, side by side, and the set of symbols among them. */
interface Windows {
  readonly units: Uint16Array;
  readonly isIn: Uint8Array;
}

/** The texts of some values, converted on demand; the text of null is empty. */
class Texts {
  readonly #values: readonly Value[];
  readonly #textOf: (value: Value) => string;
  readonly #texts: (string | undefined)[];
  readonly #lengths: Int32Array;

  constructor(values: readonly Value[], textOf: (value: Value) => string) {
    this.#values = values;
    this.#textOf = textOf;
    this.#texts = new Array(values.length).fill(undefined);
    this.#lengths = new Int32Array(values.length);
  }

  at(item: number): string {
    const known = this.#texts[item];
    if (known !== undefined) return known;
    const value = this.#values[item] ?? null;
    const text = value === null ? "" : this.#textOf(value);
    this.#texts[item] = text;
    this.#lengths[item] = text.length;
    return text;
  }

  /** The length of a text that has been read. */
  lengthOf(item: number): number {
    return this.#lengths[item] as number;
  }

  *windows(items: Int32Array, start: number): Steps<Windows> {
    const windows: Windows = { units: new Uint16Array(items.length * WINDOW), isIn: new Uint8Array(SYMBOLS) };
    windows.isIn[END] = 1;
    for (const [from, until] of blocksOf(items.length, TEXTS)) {
      yield;
      for (let at = from; at < until; at++) this.#putWindow(windows, at, items[at] as number, start);
    }
    return windows;
  }

  #putWindow({ units, isIn }: Windows, at: number, item: number, start: number): void {
    const text = this.at(item);
    const length = Math.min(WINDOW, text.length - start);
    for (let place = 0; place < length; place++) {
      const unit = text.charCodeAt(start + place);
      units[at * WINDOW + place] = unit;
      isIn[symbolOf(unit)] = 1;
    }
  }
}

/**
 * Dense codes for the occurring symbols, in order, and their size in bits: the smaller the codes, the more fit into a
 * key.
 */
function codesOf(isIn: Uint8Array): { readonly codes: Int32Array; readonly bits: number } {
  const codes = new Int32Array(SYMBOLS);
  let next = 0;
  for (let symbol = 0; symbol < SYMBOLS; symbol++) if (isIn[symbol] === 1) codes[symbol] = next++;
  return { codes, bits: Math.max(1, 32 - Math.clz32(next - 1)) };
}

/** Surrogates come after all other code units, where their code points belong. */
function symbolOf(unit: number): number {
  if (unit < 0xd800) return 1 + unit;
  return 1 + (unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
}

/** The items in ascending order of their numbers, which are below `count`. */
function ascending(items: Int32Array, count: number): Int32Array {
  const isIn = new Uint8Array(count);
  for (let at = 0; at < items.length; at++) isIn[items[at] as number] = 1;
  const sorted = new Int32Array(items.length);
  let at = 0;
  for (let item = 0; item < count; item++) if (isIn[item] === 1) sorted[at++] = item;
  return sorted;
}
