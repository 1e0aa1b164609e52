import type { Position } from "../port.ts";

/** From about this much of the log on, a snapshot makes a start faster. */
const DUE_BYTES = 64 << 20;
const DUE_ENTRIES = 500_000;
/** Milliseconds until a node that left a snapshot to another node checks again: the other one may have died over it. */
const PAUSE = 60_000;

/** Counts how much of a shared log a node reads, and says when the next snapshot is due. */
export class SnapshotDue {
  #bytes = 0;
  #entries = 0;
  #newest: Position = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;

  grow(entries: number, bytes: number): void {
    this.#entries += entries;
    this.#bytes += bytes;
  }

  /** A node has stored a snapshot. */
  stored(at: Position): void {
    if (at <= this.#newest) return;
    this.#newest = at;
    this.#bytes = 0;
    this.#entries = 0;
  }

  /** Another node is storing one. */
  leave(): void {
    this.#pausedUntil = performance.now() + PAUSE;
  }

  get isDue(): boolean {
    return (this.#bytes >= DUE_BYTES || this.#entries >= DUE_ENTRIES) && performance.now() >= this.#pausedUntil;
  }
}
