const SLOTS = 1 << 13;
const MAX_TEXTS = SLOTS / 2;
/** A search ends after so many slots, whatever texts somebody stores. */
const PROBES = 8;

/** Lengths of texts that three words of four bytes identify. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 12;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const NULL = 0x6e;
const END = 0x5d;

/**
 * String interning: reads columns of few short texts, such as dates. A text that was read before is found by its bytes;
 * making it again and finding the equal one takes `JSON.parse` three times as long.
 */
class TextPool {
  /** The words of the text in each slot. */
  readonly #words = new Int32Array(3 * SLOTS);
  readonly #texts = new Array<string | null>(SLOTS).fill(null);
  #left = MAX_TEXTS;

  /**
   * The values in a JSON array of `count`, which is ASCII and goes from one index up to another. Null if some are not short
   * texts, or there are too many different ones: then `JSON.parse` has to read them, and is faster.
   */
  textsIn(line: Buffer, from: number, until: number, count: number): readonly (string | null)[] | null {
    // As long as it will be: a list that grows is garbage several times.
    const found = new Array<string | null>(count);
    // Reads a word at once, wherever it begins.
    const bytes = new DataView(line.buffer, line.byteOffset, line.byteLength);
    let next = 0;
    let length = MIN_LENGTH;
    for (let at = from + 1; this.#left > 0; at++) {
      if (line[at] === NULL) {
        found[next++] = null;
        at += 4;
      } else {
        if (line[at] !== QUOTE) return null;
        const start = at + 1;
        // Most texts are as long as the one before, and a known text has no quote in it.
        let text = line[start + length] === QUOTE ? this.#known(bytes, start, length) : null;
        if (text === null) {
          length = lengthAt(line, start);
          if (length < MIN_LENGTH) return null;
          text = this.#known(bytes, start, length) ?? this.#add(line, bytes, start, length);
        }
        found[next++] = text;
        at = start + length + 1;
      }
      if (line[at] !== COMMA) return line[at] === END && at === until - 1 ? found : null;
    }
    return null;
  }

  #known(bytes: DataView, start: number, length: number): string | null {
    const one = bytes.getInt32(start);
    const two = bytes.getInt32(start + middleOf(length));
    const three = bytes.getInt32(start + length - 4);
    const hash = hashOf(one, two, three);
    for (let probe = 0; probe < PROBES; probe++) {
      const slot = (hash + probe) & (SLOTS - 1);
      const text = this.#texts[slot] ?? null;
      if (text === null) return null;
      const at = 3 * slot;
      const isEqual = this.#words[at] === one && this.#words[at + 1] === two && this.#words[at + 2] === three;
      if (isEqual && text.length === length) return text;
    }
    return null;
  }

  /** Makes a text and keeps it, unless there is no slot for it. */
  #add(line: Buffer, bytes: DataView, start: number, length: number): string {
    const text = line.toString("latin1", start, start + length);
    this.#left--;
    const words = [
      bytes.getInt32(start),
      bytes.getInt32(start + middleOf(length)),
      bytes.getInt32(start + length - 4),
    ] as const;
    const hash = hashOf(...words);
    for (let probe = 0; probe < PROBES; probe++) {
      const slot = (hash + probe) & (SLOTS - 1);
      if (this.#texts[slot] !== null) continue;
      this.#texts[slot] = text;
      this.#words.set(words, 3 * slot);
      break;
    }
    return text;
  }
}

/** Whether the values in a JSON array from this index on begin with a text or null: there are pools for such columns only. */
export function mayBeTexts(line: Buffer, from: number): boolean {
  return line[from + 1] === QUOTE || line[from + 1] === NULL;
}

/** With fewer lines, texts are not repeated often enough to pay for the memory of a pool. */
const MIN_LINES = 16;

/** What the lines of a content type share to be read: a pool for each column that is. */
export class TextPools {
  readonly #pools = new Map<string, TextPool>();
  #lines = 0;

  /** There is another line. */
  addLine(): void {
    this.#lines++;
  }

  /** The pool of the column with this name; null if there are few lines. */
  of(name: string): TextPool | null {
    if (this.#lines < MIN_LINES) return null;
    let pool = this.#pools.get(name);
    if (pool === undefined) {
      pool = new TextPool();
      this.#pools.set(name, pool);
    }
    return pool;
  }
}

/** The number of bytes before the next quote; 0 if one of them is a backslash, or there are too many. */
function lengthAt(line: Buffer, start: number): number {
  for (let length = 0; length <= MAX_LENGTH; length++) {
    const byte = line[start + length];
    if (byte === QUOTE) return length;
    if (byte === BACKSLASH) return 0;
  }
  return 0;
}

/** Where the second word of a text begins: up to eight bytes are in the first word and the third. */
function middleOf(length: number): number {
  return length > 8 ? 4 : 0;
}

function hashOf(one: number, two: number, three: number): number {
  let hash = Math.imul(one, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15) ^ two, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ three, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
