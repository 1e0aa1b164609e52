/** So many in so many seconds. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** Callers remembered at most; the one charged longest ago makes room. */
const MAX_CALLERS = 50_000;

/**
 * A GCRA rate limiter (a leaky bucket as a meter, which admits what a token bucket would) for many callers. Each caller is one number: the time at which all that
 * it has used is replenished. Replenishment is even, so there is no window whose edge could be exploited.
 */
export class RateLimiter {
  readonly #window: number;
  readonly #interval: number;
  readonly #replenishedAt = new Map<string, number>();

  constructor({ count, seconds }: Rate) {
    this.#window = seconds * 1000;
    this.#interval = this.#window / count;
  }

  /** Whole milliseconds until the caller may be charged for one more; 0 when it may now. */
  delay(caller: string, now: number): number {
    const replenishedAt = this.#replenishedAt.get(caller);
    if (replenishedAt === undefined) return 0;
    return Math.max(0, Math.round(replenishedAt + this.#interval - this.#window - now));
  }

  /** Charges for one, whether or not the caller may: what is too much adds to its delay. */
  charge(caller: string, now: number): void {
    const replenishedAt = Math.max(this.#replenishedAt.get(caller) ?? 0, now);
    // Put last: the map is in the order of the last charges.
    this.#replenishedAt.delete(caller);
    this.#replenishedAt.set(caller, replenishedAt + this.#interval);
    this.#forget(now);
  }

  /** Undoes one `charge`. */
  refund(caller: string): void {
    const replenishedAt = this.#replenishedAt.get(caller);
    if (replenishedAt !== undefined) this.#replenishedAt.set(caller, replenishedAt - this.#interval);
  }

  /** Whether all charges are replenished. Asks for the time only where there was one. */
  isIdle(now: () => number): boolean {
    if (this.#replenishedAt.size > 0) this.#forget(now());
    return this.#replenishedAt.size === 0;
  }

  /** Looks at the oldest only, so that each call is short. */
  #forget(now: number): void {
    for (const [caller, replenishedAt] of this.#replenishedAt) {
      if (replenishedAt > now && this.#replenishedAt.size <= MAX_CALLERS) return;
      this.#replenishedAt.delete(caller);
    }
  }
}
