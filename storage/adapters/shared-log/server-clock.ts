import { clockOffset } from "../../sharing/clock-skew.ts";

/**
 * The clock of the log's servers, by which nodes date their notes: the clocks of their own machines may differ, and jump.
 * Between two heartbeats it is counted on by this process, which no clock that is set disturbs.
 */
export class ServerClock {
  readonly #ownNow: () => number;
  /** Milliseconds by which the servers' clock is ahead of `performance.now()`. */
  #aheadOfProcess: number | null = null;
  #offset: number | null = null;

  /** `ownNow`: the clock of this machine, in epoch milliseconds. */
  constructor(ownNow: () => number) {
    this.#ownNow = ownNow;
  }

  /** Asks a server to date something, and learns what its clock is: `dated` returns that date in epoch milliseconds. */
  async learn(ask: () => Promise<unknown>, dated: () => Promise<number | null>): Promise<void> {
    const sent = this.#ownNow();
    await ask();
    const [received, receivedAt] = [this.#ownNow(), performance.now()];
    const server = await dated();
    if (server === null) return;
    this.#aheadOfProcess = server - receivedAt;
    this.#offset = clockOffset(server, sent, received);
  }

  /** Epoch milliseconds; by this machine's clock until the servers' clock is known. */
  now(): number {
    return this.#aheadOfProcess === null ? this.#ownNow() : Math.round(this.#aheadOfProcess + performance.now());
  }

  /** Milliseconds by which the servers' clock is ahead of this machine's; null until it is known. */
  get offset(): number | null {
    return this.#offset;
  }
}
