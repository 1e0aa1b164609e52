import type { Position } from "../../port.ts";

/** Identifies a batch, as the predecessor of the next one. */
export interface Tail {
  readonly first: Position;
  readonly last: Position;
  /** The id of its first commit. */
  readonly id: string;
  /** Of the log up to and including it (`chainDigest`); null where that is not known. */
  readonly digest: number | null;
}

/** A store is never further behind the newest read batch than this. */
const MAX_TAILS = 10_000;

/** The batches that this node has read or written, by their last position: an append continues from one of them. */
export class KnownTails<T extends Tail = Tail> {
  readonly #byLast = new Map<Position, T>();

  /** Nothing after this position is known. */
  #last: Position = 0;

  note(tail: T): void {
    this.#last = Math.max(this.#last, tail.last);
    this.#byLast.delete(tail.last);
    this.#byLast.set(tail.last, tail);
    if (this.#byLast.size <= MAX_TAILS) return;
    for (const last of this.#byLast.keys()) {
      this.#byLast.delete(last);
      break;
    }
  }

  /** Forgets all but one batch: entries read from there on are not compared with earlier ones. */
  beginAnew(from: T): void {
    this.#byLast.clear();
    this.#last = 0;
    this.note(from);
  }

  /** The last position of the newest batch. */
  get last(): Position {
    return this.#last;
  }

  at(last: Position): T | undefined {
    return this.#byLast.get(last);
  }
}
