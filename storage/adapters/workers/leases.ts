interface Lease {
  readonly holder: object;
  /** As of `performance.now()`. */
  readonly until: number;
}

/** Names that one holder has at a time, until it gives them up, leaves, or does not renew them in time. */
export class Leases {
  readonly #leases = new Map<string, Lease>();

  /** Whether `who` has the name from now on for so many seconds; 0 gives it up. */
  take(name: string, who: object, seconds: number): boolean {
    const now = performance.now();
    const lease = this.#leases.get(name);
    if (lease !== undefined && lease.holder !== who && lease.until > now) return false;
    if (seconds > 0) this.#leases.set(name, { holder: who, until: now + seconds * 1000 });
    else this.#leases.delete(name);
    return seconds > 0;
  }

  leave(who: object): void {
    for (const [name, { holder }] of this.#leases) if (holder === who) this.#leases.delete(name);
  }
}
