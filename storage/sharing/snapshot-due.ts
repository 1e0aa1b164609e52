import type { Position } from "../port.ts";

/** A snapshot makes a start quicker from about this much of the log on. */
const DUE_BYTES = 64 << 20;
const DUE_ENTRIES = 500_000;
/** Milliseconds until a node looks again that has left a snapshot to another one: that one may have died over it. */
const PAUSE = 60_000;

/** Counts what a node reads of a shared log, and says when the next snapshot is due. */
export class SnapshotDue {
  #bytes = 0;
  #entries = 0;
  #newest: Position = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  grow(entries: number, bytes: number): void {
    this.#entries += entries;
    this.#bytes += bytes;
  }

  /** Somebody has stored one. */
  stored(at: Position): void {
    if (at <= this.#newest) return;
    this.#newest = at;
    this.#bytes = 0;
    this.#entries = 0;
  }

  /** Somebody else is at it. */
  leave(): void {
    this.#pausedUntil = performance.now() + PAUSE;
  }

  get isDue(): boolean {
    return (this.#bytes >= DUE_BYTES || this.#entries >= DUE_ENTRIES) && performance.now() >= this.#pausedUntil;
  }
}
