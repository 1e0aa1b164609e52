import { inBackground } from "../background-timer.ts";
import type { Sharing } from "../port.ts";

/** Seconds that a lease lasts without its holder. */
const LEASE = 10;
/** Milliseconds between two renewals, and between two attempts. */
const RENEW_EVERY = 3_000;

/** Holds a lease, or waits for it. */
export class Lease {
  readonly #sharing: Sharing | undefined;
  readonly #name: string;
  #timer: NodeJS.Timeout | null = null;
  #isHeld = false;
  #isEnded = false;
  #wake: () => void = () => {};

  /** Without a `sharing` that has leases, this process is the only one. */
  constructor(sharing: Sharing | undefined, name: string) {
    this.#sharing = sharing;
    this.#name = name;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Resolves when this process holds the lease; false if it ends before. */
  async take(): Promise<boolean> {
    while (!this.#isHeld && !this.#isEnded) {
      await this.#ask();
      if (!this.#isHeld && !this.#isEnded) await this.#pause();
    }
    return !this.#isEnded;
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#wake();
    if (this.#isHeld) await this.#sharing?.lease?.(this.#name, 0).catch(() => {});
    this.#isHeld = false;
  }

  async #ask(): Promise<void> {
    const { lease } = this.#sharing ?? {};
    if (lease === undefined) {
      this.#isHeld = true;
      return;
    }
    this.#isHeld = await lease(this.#name, LEASE).catch(() => false);
    if (!this.#isHeld || this.#isEnded) return;
    this.#timer = inBackground(setTimeout(() => void this.#ask(), RENEW_EVERY));
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#timer = inBackground(setTimeout(resolve, RENEW_EVERY));
    });
  }
}
