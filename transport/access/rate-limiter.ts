/** A rate: `limit` requests in `seconds`. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** Maximum number of callers remembered; the least recently charged one is evicted. */
const MAX_CALLERS = 50_000;

/**
 * A GCRA rate limiter (a leaky bucket as a meter; admits what a token bucket would) for many callers. Each caller costs
 * one number: the time at which everything it has used is replenished. Replenishment is continuous, so there is no window
 * whose edge could be exploited.
 */
export class RateLimiter {
  readonly #window: number;
  readonly #interval: number;
  readonly #replenishedAt = new Map<string, number>();

  constructor({ count, seconds }: Rate) {
    this.#window = seconds * 1000;
    this.#interval = this.#window / count;
  }

  /** Whole milliseconds until the caller can be charged again; 0 if now. */
  delay(caller: string, now: number): number {
    const replenishedAt = this.#replenishedAt.get(caller);
    if (replenishedAt === undefined) return 0;
    return Math.max(0, Math.round(replenishedAt + this.#interval - this.#window - now));
  }

  /** Charges one request, whether or not it is admitted: excess requests add to the delay. */
  charge(caller: string, now: number): void {
    const replenishedAt = Math.max(this.#replenishedAt.get(caller) ?? 0, now);
    // Reinserted last: the map is in order of the last charge.
    this.#replenishedAt.delete(caller);
    this.#replenishedAt.set(caller, replenishedAt + this.#interval);
    this.#forget(now);
  }

  /** Undoes one `charge`. */
  refund(caller: string): void {
    const replenishedAt = this.#replenishedAt.get(caller);
    if (replenishedAt !== undefined) this.#replenishedAt.set(caller, replenishedAt - this.#interval);
  }

  /** Whether all charges are replenished. Reads the clock only if there was a charge. */
  isIdle(now: () => number): boolean {
    if (this.#replenishedAt.size > 0) this.#forget(now());
    return this.#replenishedAt.size === 0;
  }

  /** Checks only the oldest entry, so that each call is short. */
  #forget(now: number): void {
    for (const [caller, replenishedAt] of this.#replenishedAt) {
      if (replenishedAt > now && this.#replenishedAt.size <= MAX_CALLERS) return;
      this.#replenishedAt.delete(caller);
    }
  }
}
