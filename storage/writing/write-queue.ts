import { setImmediate } from "node:timers";
import type { Write } from "./write.ts";

/** As it is when this file is loaded: tests of users put their own timers in its place. */
const atEndOfTurn = setImmediate;

export interface WriteQueueOptions {
  /** Writes that may wait. */
  readonly most: number;
  /** Writes that share a batch. */
  readonly mostOfBatch: number;
  /**
   * Brings a batch to its end, whatever that is; the next one is begun then. `take` gives the writes that wait, as many as
   * go into a batch that holds so many already; there is one at least at the first call. Never rejects.
   */
  readonly commit: (take: Take) => Promise<void>;
}

export type Take = (beside?: number) => readonly Write[];

/**
 * Writes that wait for the one that is under way: in the order of their calls, in batches, each begun when the one
 * before it has ended. A write that finds nothing under way is begun at the end of this turn of the event loop, together
 * with the others that are called in it: all whose requests have arrived by then.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #waiting: Write[] = [];
  #draining: Promise<void> | null = null;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  /** Writes that wait for the next batch. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Nothing waits and nothing is under way. */
  get isIdle(): boolean {
    return this.#draining === null;
  }

  /** One more would be too many. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#options.most;
  }

  add(write: Write): void {
    this.#waiting.push(write);
    this.#draining ??= this.#drain();
  }

  /** Refuses all that wait. */
  refuseAll(error: Error): void {
    for (const write of this.#waiting.splice(0)) write.refuse(error);
  }

  /** Resolves when no write waits or is under way. */
  async idle(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    const { commit, mostOfBatch } = this.#options;
    const take: Take = (beside = 0) => this.#waiting.splice(0, mostOfBatch - beside);
    await new Promise<void>((resolve) => atEndOfTurn(resolve));
    while (this.#waiting.length > 0) await commit(take);
    this.#draining = null;
  }
}
