import { SIMD_KERNELS, TURN_BYTES } from "./simd-kernels.ts";
import { type CompiledKernels, compileKernels } from "./wasm-kernels.ts";

const BYTES = Int32Array.BYTES_PER_ELEMENT;

/** Words that a kernel handles per iteration. */
const TURN = TURN_BYTES / BYTES;

/**
 * The parameters: addresses of two bitmaps, and the end of the first one. The range is a whole number of iterations, at
 * least one.
 */
type Kernel<T> = (one: number, other: number, end: number) => T;

interface Kernels {
  readonly andInto: Kernel<void>;
  readonly andNotInto: Kernel<void>;
  readonly orInto: Kernel<void>;
  readonly andCount: Kernel<number>;
}

/**
 * SIMD operations on bitmaps, sixteen bytes at a time, in the linear memory of a WebAssembly module. They take a tenth
 * of the time of one word at a time, and counts an eighth. Bitmaps outside of that memory are copied in, which costs as
 * much as the operation or twice as much.
 */
export class SimdWords {
  /** The number of words that a bitmap in this memory may have. */
  readonly capacity: number;
  readonly #buffer: ArrayBuffer;
  readonly #routines: Kernels;
  /** The region to which an operand from outside of this memory is copied. */
  #beside: Int32Array;

  private constructor({ buffer, kernels }: CompiledKernels<Kernels>, capacity: number) {
    this.#buffer = buffer;
    this.#routines = kernels;
    this.capacity = capacity;
    this.#beside = new Int32Array(buffer, 0, capacity);
  }

  /** Memory for a number of bitmaps of `capacity` words; null if the host does not allow it. */
  static withRoom(sets: number, capacity: number): SimdWords | null {
    const compiled = compileKernels<Kernels>(SIMD_KERNELS, (sets + 1) * capacity * BYTES);
    return compiled && new SimdWords(compiled, capacity);
  }

  /** The bitmap of a region, with undefined contents. */
  words(region: number, length: number): Int32Array {
    const start = (region + 1) * this.capacity * BYTES;
    return new Int32Array(this.#buffer, start, length);
  }

  /** The region for an operand, as long as these words. It is overwritten by the next operand. */
  beside({ length }: Int32Array): Int32Array {
    if (this.#beside.length !== length) this.#beside = new Int32Array(this.#buffer, 0, length);
    return this.#beside;
  }

  /** Whether a bitmap is in this memory. */
  holds(words: Int32Array): boolean {
    return words.buffer === this.#buffer;
  }

  // Each operation handles as many words as fill whole iterations, and returns their number.

  /**
   * Clears the bits of `words`, from word `start` on, that are not set in the first `length` words of `others`. `words`
   * must be in this memory.
   */
  andInto(words: Int32Array, start: number, others: Int32Array, length: number): number {
    return this.#combine(this.#routines.andInto, words, start, others, length);
  }

  /** Clears the bits that are set in `others`. */
  andNotInto(words: Int32Array, start: number, others: Int32Array, length: number): number {
    return this.#combine(this.#routines.andNotInto, words, start, others, length);
  }

  /** Sets the bits that are set in `others`. */
  orInto(words: Int32Array, start: number, others: Int32Array, length: number): number {
    return this.#combine(this.#routines.orInto, words, start, others, length);
  }

  /** The number of common bits, in as many words as fill whole iterations. */
  andCount(words: Int32Array, start: number, others: Int32Array, length: number): number {
    return length < TURN ? 0 : this.#run(this.#routines.andCount, words, start, others, wholeTurns(length));
  }

  #combine(routine: Kernel<void>, words: Int32Array, start: number, others: Int32Array, length: number): number {
    const whole = wholeTurns(length);
    if (whole > 0) this.#run(routine, words, start, others, whole);
    return whole;
  }

  #run<T>(routine: Kernel<T>, words: Int32Array, start: number, others: Int32Array, length: number): T {
    const from = words.byteOffset + start * BYTES;
    return routine(from, this.#addressOf(words, others, length), from + length * BYTES);
  }

  #addressOf(words: Int32Array, others: Int32Array, length: number): number {
    if (this.holds(others)) return others.byteOffset;
    this.beside(words).set(others.length === length ? others : others.subarray(0, length));
    return 0;
  }
}

/** How many of `length` words fill whole iterations. */
export function wholeTurns(length: number): number {
  return length & -TURN;
}
