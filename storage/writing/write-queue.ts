import { setImmediate } from "node:timers";
import type { Write } from "./write.ts";

/** Taken when this file is loaded, so that a user's tests with fake timers do not stop the queue. */
const atEndOfTurn = setImmediate;

export interface WriteQueueOptions {
  /** How many writes may wait. */
  readonly maxWaiting: number;
  /** How many writes may share a batch. */
  readonly maxBatch: number;
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
 * write that finds nothing under way starts at the end of this turn of the event loop, together with all others that
 * were called in it, which are the requests that have arrived by then.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #waiting: Write[] = [];
  #draining: Promise<void> | null = null;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
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

  add(write: Write): void {
    this.#waiting.push(write);
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
    const { commit, maxBatch } = this.#options;
    const waiting: WaitingWrites = {
      take: (beside = 0) => this.#waiting.splice(0, maxBatch - beside),
      putBack: (writes) => void this.#waiting.unshift(...writes),
    };
    await new Promise<void>((resolve) => atEndOfTurn(resolve));
    while (this.#waiting.length > 0) await commit(waiting);
    this.#draining = null;
  }
}
