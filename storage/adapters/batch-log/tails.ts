import type { Position } from "../../port.ts";

/** A batch as the one that the next goes on from. */
export interface Tail {
  readonly first: Position;
  readonly last: Position;
  /** That of its first commit. */
  readonly id: string;
}

/** More than a store can be behind what was read. */
const MAX_TAILS = 10_000;

/** The batches that this node has read or written, by their last position: an append goes on from one of them. */
export class KnownTails<T extends Tail = Tail> {
  readonly #byLast = new Map<Position, T>();

  /** What comes after the newest of them is not known. */
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

  /** Forgets all but one: what is read from there on is held against nothing that was read before. */
  beginAnew(from: T): void {
    this.#byLast.clear();
    this.#last = 0;
    this.note(from);
  }

  /** The last position of any of them. */
  get last(): Position {
    return this.#last;
  }

  at(last: Position): T | undefined {
    return this.#byLast.get(last);
  }
}
