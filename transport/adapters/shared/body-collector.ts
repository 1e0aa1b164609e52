import type { BodyBudget } from "./body-budget.ts";
import { DISCARDED_BYTES } from "./limits.ts";

const EMPTY = new Uint8Array(0);

/** Whether more of a body is wanted. `enough`: the client exceeded the limit. `no room`: other bodies use up the budget. */
export type BodyNeed = "more" | "enough" | "no room";

/**
 * Collects a body from copies of its chunks. Holds at most twice the limit at any time, however many chunks there are,
 * and all of it from the budget, to which `release` returns it.
 */
export class BodyCollector {
  readonly #limit: number;
  readonly #budget: BodyBudget;
  #bytes: Uint8Array = EMPTY;
  #size = 0;

  /** `limit`: maximum body size in bytes. */
  constructor(limit: number, budget: BodyBudget) {
    this.#limit = limit;
    this.#budget = budget;
  }

  /**
   * Adds a chunk. Bytes beyond the limit are discarded, up to `DISCARDED_BYTES`, so that a client that sends too much can
   * read its answer.
   */
  add(chunk: Uint8Array): BodyNeed {
    const start = this.#size;
    this.#size += chunk.byteLength;
    if (this.#size > this.#limit) {
      this.release();
      return this.#size <= this.#limit + DISCARDED_BYTES ? "more" : "enough";
    }
    if (!this.#reserve(this.#size)) {
      this.release();
      return "no room";
    }
    this.#bytes.set(chunk, start);
    return "more";
  }

  /** The body so far. */
  get body(): Uint8Array | "too large" | null {
    if (this.#size > this.#limit) return "too large";
    if (this.#size === 0) return null;
    return this.#size === this.#bytes.byteLength ? this.#bytes : this.#bytes.subarray(0, this.#size);
  }

  /** Call when the body is no longer needed. */
  release(): void {
    this.#budget.give(this.#bytes.byteLength);
    this.#bytes = EMPTY;
  }

  /** The first chunk, usually the only one, gets exactly the room that it needs. */
  #reserve(size: number): boolean {
    const before = this.#bytes;
    if (size <= before.byteLength) return true;
    const room = before.byteLength === 0 ? size : Math.min(Math.max(size, 2 * before.byteLength), this.#limit);
    if (!this.#budget.take(room)) return false;
    // Unsafe memory leaks nothing: only bytes that were written are given away. Small buffers come from Node's pool.
    this.#bytes = Buffer.allocUnsafe(room);
    if (before.byteLength > 0) this.#bytes.set(before);
    this.#budget.give(before.byteLength);
    return true;
  }
}
