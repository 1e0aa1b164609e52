/** Times of some repeated work, in milliseconds, sorted. */
export class Times {
  readonly #sorted: readonly number[];

  constructor(times: readonly number[]) {
    this.#sorted = [...times].sort((one, other) => one - other);
  }

  /** The time that this share of them did not exceed. */
  at(share: number): number {
    return this.#sorted[Math.min(this.#sorted.length - 1, Math.floor(this.#sorted.length * share))] ?? Number.NaN;
  }
}
