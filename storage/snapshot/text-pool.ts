const SLOT_BITS = 13;
const SLOT_MASK = (1 << SLOT_BITS) - 1;
const MAX_TEXTS = 1 << (SLOT_BITS - 1);
/** A search ends after so many slots, whatever texts somebody stores. */
const PROBES = 8;

/** Lengths of texts that three words of four bytes identify. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 12;

/** The integers of a key: the length of a text, and its words. */
const KEY = 4;

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
  /** A hash table with open addressing: the number of a text, 0 in an empty slot. */
  readonly #slots = new Uint16Array(1 << SLOT_BITS);
  /** By number, so that texts in use are close together in memory: the length and the words of a text. */
  readonly #keys = new Int32Array(KEY * (MAX_TEXTS + 1));
  readonly #texts: string[] = [""];

  /**
   * Reads a JSON array of ASCII texts, which begins at an index of a line: writes the texts and nulls from one place in it up
   * to another into `list`, from index `to` on. Returns false if some are not short texts, or there are too many different
   * ones: then `JSON.parse` has to read them, and is faster.
   */
  read(line: Buffer, start: number, list: unknown[], to: number, from: number, until: number): boolean {
    if (this.#texts.length > MAX_TEXTS) return false;
    // Reads a word at once, wherever it begins.
    const bytes = new DataView(line.buffer, line.byteOffset, line.byteLength);
    let at = start;
    let length = MIN_LENGTH;
    for (let next = 0; next < until; next++) {
      at++;
      let text: string | null = null;
      if (line[at] === NULL) at += 4;
      else {
        if (line[at] !== QUOTE) return false;
        at++;
        // Most texts are as long as the one before, and a known text has no quote in it.
        let number = line[at + length] === QUOTE ? this.#numberOf(bytes, at, length) : 0;
        if (number === 0) {
          length = lengthAt(line, at);
          number = this.#add(line, bytes, at, length);
          if (number === 0) return false;
        }
        text = this.#texts[number] as string;
        at += length + 1;
      }
      if (line[at] !== COMMA && line[at] !== END) return false;
      if (next >= from) list[to + next - from] = text;
    }
    return true;
  }

  /** The number of the text at an index; 0 if it is not known. */
  #numberOf(bytes: DataView, start: number, length: number): number {
    const one = bytes.getInt32(start);
    const two = bytes.getInt32(start + middleOf(length));
    const three = bytes.getInt32(start + length - 4);
    const keys = this.#keys;
    for (let probe = 0, slot = slotOf(one, two, three); probe < PROBES; probe++, slot++) {
      const number = this.#slots[slot & SLOT_MASK] as number;
      if (number === 0) return 0;
      const at = KEY * number;
      if (keys[at] === length && keys[at + 1] === one && keys[at + 2] === two && keys[at + 3] === three) return number;
    }
    return 0;
  }

  /** The number of the text at an index, known or new; 0 if it is not short, or there are too many, or no slot for it. */
  #add(line: Buffer, bytes: DataView, start: number, length: number): number {
    if (length < MIN_LENGTH) return 0;
    const known = this.#numberOf(bytes, start, length);
    if (known > 0 || this.#texts.length > MAX_TEXTS) return known;
    const one = bytes.getInt32(start);
    const two = bytes.getInt32(start + middleOf(length));
    const three = bytes.getInt32(start + length - 4);
    const first = slotOf(one, two, three);
    for (let slot = first; slot < first + PROBES; slot++) {
      if (this.#slots[slot & SLOT_MASK] !== 0) continue;
      const number = this.#texts.push(line.toString("latin1", start, start + length)) - 1;
      this.#slots[slot & SLOT_MASK] = number;
      this.#keys.set([length, one, two, three], KEY * number);
      return number;
    }
    return 0;
  }
}

/** With fewer lines, texts are not repeated often enough to pay for the memory of a pool. */
const MIN_LINES = 16;

/** The texts that the lines of a content type share: a pool for each column that is read. */
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

/** The slot at which the search for three words begins. */
function slotOf(one: number, two: number, three: number): number {
  const sum = Math.imul(one, 0x9e3779b1) + Math.imul(two, 0x85ebca6b) + Math.imul(three, 0xc2b2ae35);
  return sum >>> (32 - SLOT_BITS);
}
