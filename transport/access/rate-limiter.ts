/** So many in so many seconds. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** Callers that are remembered at most: the one heard of longest ago is forgotten for the next. */
const REMEMBERED = 50_000;

/**
 * A GCRA rate limiter (a leaky bucket as a meter) for many callers. Each caller is one number: the time at which all that
 * it has used is replenished. Replenishment is even, so there is no window whose edge could be exploited.
 */
export class Allowances {
  readonly #window: number;
  readonly #each: number;
  readonly #backAt = new Map<string, number>();

  constructor({ count, seconds }: Rate) {
    this.#window = seconds * 1000;
    this.#each = this.#window / count;
  }

  /** Whole milliseconds until the caller may take one; 0 when it may now. */
  wait(caller: string, now: number): number {
    const backAt = this.#backAt.get(caller);
    if (backAt === undefined) return 0;
    return Math.max(0, Math.round(backAt + this.#each - this.#window - now));
  }

  /** Takes one, whether or not the caller may: what it takes too much, it waits for. */
  take(caller: string, now: number): void {
    const backAt = Math.max(this.#backAt.get(caller) ?? 0, now);
    // Put last: the order of the map is that of the last takings.
    this.#backAt.delete(caller);
    this.#backAt.set(caller, backAt + this.#each);
    this.#forget(now);
  }

  /** Undoes one `take`. */
  giveBack(caller: string): void {
    const backAt = this.#backAt.get(caller);
    if (backAt !== undefined) this.#backAt.set(caller, backAt - this.#each);
  }

  /** Whether everything has been given back. Asks for the time only where something was taken. */
  areWhole(now: () => number): boolean {
    if (this.#backAt.size > 0) this.#forget(now());
    return this.#backAt.size === 0;
  }

  /** Looks at the oldest only, so that each call is short. */
  #forget(now: number): void {
    for (const [caller, backAt] of this.#backAt) {
      if (backAt > now && this.#backAt.size <= REMEMBERED) return;
      this.#backAt.delete(caller);
    }
  }
}
