import { DISCARDED_BYTES } from "./limits.ts";

const EMPTY = new Uint8Array(0);

/**
 * Gathers a body from its chunks, of which it keeps copies. Holds at most twice the limit at any time, into however
 * many chunks a body is cut.
 */
export class BodyCollector {
  readonly #limit: number;
  #bytes: Uint8Array = EMPTY;
  #size = 0;

  /** `limit`: largest body in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Adds a chunk. What comes beyond the limit is thrown away, up to `DISCARDED_BYTES`, so that a client which sends too
   * much gets to read its answer. False: the client has had its chance, do not read on.
   */
  add(chunk: Uint8Array): boolean {
    const start = this.#size;
    this.#size += chunk.byteLength;
    if (this.#size > this.#limit) {
      this.#bytes = EMPTY;
      return this.#size <= this.#limit + DISCARDED_BYTES;
    }
    this.#reserve(this.#size);
    this.#bytes.set(chunk, start);
    return true;
  }

  /** The body so far. */
  get body(): Uint8Array | "too large" | null {
    if (this.#size > this.#limit) return "too large";
    return this.#size === 0 ? null : this.#bytes.subarray(0, this.#size);
  }

  /** The first chunk, mostly the only one, gets just the room that it needs. */
  #reserve(size: number): void {
    if (size <= this.#bytes.byteLength) return;
    const room =
      this.#bytes.byteLength === 0 ? size : Math.min(Math.max(size, 2 * this.#bytes.byteLength), this.#limit);
    const grown = new Uint8Array(room);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
