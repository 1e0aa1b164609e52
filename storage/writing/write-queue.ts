import { setImmediate } from "node:timers";
import { ReturningWriters } from "./returning-writers.ts";
import type { Write } from "./write.ts";

/** Taken when this file is loaded, so that a user's tests with fake timers do not stop the queue. */
const atEndOfTurn = setImmediate;

export interface WriteQueueOptions {
  /** How many writes may wait. */
  readonly maxWaiting: number;
  /** How many writes may share a batch. */
  readonly maxBatch: number;
  /** Milliseconds for which a batch waits for the clients answered last; 0 where even a batch of one costs little. */
  readonly patience: number;
  /**
   * Runs one batch to its end, whatever the outcome; the next batch begins after it. At least one write waits then.
   * Never rejects.
   */
  readonly commit: (waiting: WaitingWrites) => Promise<void>;
}

export interface WaitingWrites {
  /** Takes writes, up to the size of a batch that already holds `beside` writes. */
  take(beside?: number): Write[];
  /** Returns the last ones that were taken, for the next batch: this one is large enough without them. */
  putBack(writes: readonly Write[]): void;
}

/**
 * Group commit: writes that arrive while a batch is under way wait for the next one, in the order of their calls. A
 * write that finds nothing under way starts at the end of this turn of the event loop, together with all others of the turn:
 * the requests that have arrived by then.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #waiting: Write[] = [];
  #draining: Promise<void> | null = null;
  readonly #returning: ReturningWriters;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
    this.#returning = new ReturningWriters(options.patience);
  }

  /** The number of writes that wait for the next batch. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Nothing waits and nothing is under way. */
  get isIdle(): boolean {
    return this.#draining === null;
  }

  /** Another write would be one too many. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#options.maxWaiting;
  }

  /** `since`: when its caller began to wait, as of `performance.now()`. */
  add(write: Write, since: number): void {
    write.calledAt = since;
    this.#waiting.push(write);
    this.#returning.arrived(this.#waiting.length);
    this.#draining ??= this.#drain();
  }

  /** Refuses all writes that wait. */
  refuseAll(error: Error): void {
    for (const write of this.#waiting.splice(0)) write.refuse(error);
  }

  /** Resolves when no write waits or is under way. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    await new Promise<void>((resolve) => atEndOfTurn(resolve));
    while (this.#waiting.length > 0) {
      await this.#returning.gathered(this.#waiting.length);
      // All of them may have been refused meanwhile.
      if (this.#waiting.length > 0) await this.#commit();
    }
    this.#draining = null;
  }

  async #commit(): Promise<void> {
    const { commit, maxBatch } = this.#options;
    let ended = 0;
    await commit({
      take: (beside = 0) => {
        const writes = this.#waiting.splice(0, maxBatch - beside);
        ended += writes.length;
        return writes;
      },
      putBack: (writes) => {
        this.#waiting.unshift(...writes);
        ended -= writes.length;
      },
    });
    this.#returning.expect(Math.min(ended + this.#waiting.length, maxBatch));
  }
}
