import {
  COPY_KERNEL,
  type CompiledKernels,
  type Copying,
  compileKernels,
  type EntryText,
  TURN_BYTES,
} from "../../../engine/internal.ts";
import { MAX_CHARACTER_BYTES } from "../answer-size.ts";
import { COMMA, type ComposedText } from "./composed-text.ts";

/** Bytes of the entries that are cached at a time. */
const ENTRIES_BYTES = 32 * 1_048_576;

/** Entries begin at multiples of this, and their places are counted in it, so that the numbers stay small. */
const UNIT = 16;

/** The bytes before an entry: the number of its own. */
const HEAD = 4;

/** `EntryText.place` of an entry that was written once. Those that are written twice are mostly written often. */
const WRITTEN_ONCE = 1;
const FIRST_PLACE = 2;

/** The cache is cleared after misses of this many times its size. */
const MISSES_UNTIL_CLEARED = 4;

/**
 * Composes bodies of entries whose bytes are cached in the memory of a WebAssembly module. A kernel copies an entry in a third of
 * the time of a native call that encodes its text. Entries know the places of their bytes, so all look-ups are reads of a field.
 * Places are counted on when the memory is emptied: a lower one than the first has been given up.
 */
export class EntryBytes {
  readonly #bytes: Buffer;
  readonly #words: Int32Array;
  readonly #copy: Copying["copy"];
  /** The address of the first entry; the bodies are written before it. */
  readonly #start: number;
  readonly #size: number;
  #first = FIRST_PLACE;
  #next = FIRST_PLACE;
  /** Characters of the entries that found no room since the memory was full. */
  #missed = 0;

  private constructor({ buffer, kernels }: CompiledKernels<Copying>, start: number, size: number) {
    this.#bytes = Buffer.from(buffer);
    this.#words = new Int32Array(buffer);
    this.#copy = kernels.copy;
    this.#start = start;
    this.#size = size;
  }

  /** For bodies of at most `bodyBytes`; null if the host does not allow WebAssembly. `size`: bytes of entries that are cached. */
  static forBodies(bodyBytes: number, size = ENTRIES_BYTES): EntryBytes | null {
    // The kernel copies up to a turn more than it is asked for.
    const start = Math.ceil((bodyBytes + TURN_BYTES) / UNIT) * UNIT;
    const compiled = compileKernels<Copying>([COPY_KERNEL], start + size + TURN_BYTES);
    return compiled && new EntryBytes(compiled, start, size);
  }

  /** The body in UTF-8, valid until the next call. */
  compose({ before, entries, after }: ComposedText): Uint8Array {
    const bytes = this.#bytes;
    let at = bytes.write(before);
    let isFirst = true;
    for (const entry of entries) {
      if (!isFirst) bytes[at++] = COMMA;
      isFirst = false;
      if (entry.place >= this.#first || this.#cache(entry)) {
        const from = this.#addressOf(entry);
        const end = at + (this.#words[from >> 2] ?? 0);
        this.#copy(at, from + HEAD, end);
        at = end;
      } else at += this.#write(entry, at);
    }
    return bytes.subarray(0, at + bytes.write(after, at));
  }

  /** Whether the bytes belong to a body that the next one overwrites. */
  holds({ buffer }: Uint8Array): boolean {
    return buffer === this.#bytes.buffer;
  }

  #addressOf({ place }: EntryText): number {
    return this.#start + (place - this.#first) * UNIT;
  }

  #write({ text, isAscii }: EntryText, at: number): number {
    return this.#bytes.write(text, at, isAscii ? "latin1" : "utf8");
  }

  /** Caches the bytes of an entry, unless it is new, or there is no room. */
  #cache(entry: EntryText): boolean {
    if (entry.place === 0) {
      entry.place = WRITTEN_ONCE;
      return false;
    }
    if (!this.#hasRoomFor(entry)) return false;
    entry.place = this.#next;
    const address = this.#addressOf(entry);
    const length = this.#write(entry, address + HEAD);
    this.#words[address >> 2] = length;
    this.#next += Math.ceil((HEAD + length) / UNIT);
    return true;
  }

  /** Whether there is room. Gives all cached entries up if others had none for long. */
  #hasRoomFor({ length }: EntryText): boolean {
    const most = HEAD + length * MAX_CHARACTER_BYTES;
    if (most > this.#size) return false;
    if ((this.#next - this.#first) * UNIT + most <= this.#size) return true;
    this.#missed += length;
    if (this.#missed < this.#size * MISSES_UNTIL_CLEARED) return false;
    this.#first = this.#next;
    this.#missed = 0;
    return true;
  }
}
