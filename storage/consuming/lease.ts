import { inBackground } from "../../engine/internal.ts";
import type { Sharing } from "../port.ts";

/** Seconds that a lease lasts without its holder. */
const LEASE = 10;
/** Milliseconds between two renewals, and between two attempts. */
const RENEW_EVERY = 3_000;

/** Holds a lease, or waits for it. */
export class Lease {
  readonly #sharing: Sharing | undefined;
  readonly #name: string;
  readonly #onLost: () => void;
  /** Held until then by `performance.now()`, whether a renewal is answered or not: another process may have it afterwards. */
  #until = Number.NEGATIVE_INFINITY;
  #isEnded = false;
  readonly #timers = new Set<{ readonly timer: NodeJS.Timeout; readonly wake: () => void }>();

  /** Without a `sharing` that has leases, this process is the only one. */
  constructor(sharing: Sharing | undefined, name: string, onLost: () => void) {
    this.#sharing = sharing;
    this.#name = name;
    this.#onLost = onLost;
  }

  get isHeld(): boolean {
    return performance.now() < this.#until;
  }

  /** Resolves when this process holds the lease; false if it ends before. */
  async take(): Promise<boolean> {
    while (!this.isHeld && !this.#isEnded) {
      await this.#ask();
      if (this.isHeld) void this.#keep();
      else if (!this.#isEnded) await this.#sleep(RENEW_EVERY);
    }
    return !this.#isEnded;
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    const isHeld = this.isHeld;
    this.#until = Number.NEGATIVE_INFINITY;
    for (const { timer, wake } of this.#timers) {
      clearTimeout(timer);
      wake();
    }
    if (isHeld) await this.#sharing?.lease?.(this.#name, 0).catch(() => {});
  }

  async #ask(): Promise<void> {
    const { lease } = this.#sharing ?? {};
    if (lease === undefined) {
      this.#until = Number.POSITIVE_INFINITY;
      return;
    }
    const asked = performance.now();
    // Where no answer comes, it lasts as long as it was given.
    const isGiven = await lease(this.#name, LEASE).catch(() => null);
    if (isGiven === null || this.#isEnded) return;
    this.#until = isGiven ? asked + LEASE * 1000 : Number.NEGATIVE_INFINITY;
  }

  /** Renews it until it is lost. */
  async #keep(): Promise<void> {
    if (this.#until === Number.POSITIVE_INFINITY) return;
    while (this.isHeld) {
      await this.#sleep(Math.min(RENEW_EVERY, this.#left));
      if (this.#isEnded) return;
      await Promise.race([this.#ask(), this.#sleep(this.#left)]);
    }
    this.#onLost();
  }

  /** Milliseconds for which it is held. */
  get #left(): number {
    return Math.max(0, Math.ceil(this.#until - performance.now()));
  }

  #sleep(milliseconds: number): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#timers.delete(sleeping);
        resolve();
      };
      const sleeping = { timer: inBackground(setTimeout(wake, milliseconds)), wake };
      this.#timers.add(sleeping);
    });
  }
}
