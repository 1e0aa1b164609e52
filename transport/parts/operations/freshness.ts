import { inBackground } from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { HttpError } from "../../http/http-error.ts";
import type { Guard } from "../../http/pipeline.ts";
import type { Log } from "../../runtime/log.ts";

/**
 * The longest interval between two checks in milliseconds, and the number of checks that fit within the staleness
 * limit.
 */
const MAX_INTERVAL = 1_000;
const CHECKS_PER_LIMIT = 4;
/** Milliseconds that a node may take to apply what a check has found. */
const APPLY_TIMEOUT = 5_000;
/** Milliseconds between clocks that are reported. */
const CLOCK_OFFSET = 1_000;
/** Prefix of paths that are about the node itself. */
const OWN = "/_";

export interface FreshnessOptions {
  readonly store: Store;
  /**
   * A moment before the store was opened, in terms of `performance.now()`. Everything acknowledged before it is
   * present.
   */
  readonly openedAt: number;
  /** Milliseconds; 0 for no limit. */
  readonly maxStaleness: number;
  readonly log: Log;
}

/**
 * Bounded staleness: measures how old the content of this node of a shared log may be. At least once a second it waits
 * until everything that was acknowledged anywhere before is applied. A node that fails to do so knows that it may be
 * behind, whatever the reason.
 */
export class Freshness {
  readonly #options: FreshnessOptions;
  readonly #timer: NodeJS.Timeout;
  #provedAt: number;
  #nodes: number | null = null;
  #isLooking = false;
  #isClockOff = false;

  constructor(options: FreshnessOptions) {
    this.#options = options;
    this.#provedAt = options.openedAt;
    const { maxStaleness } = options;
    const interval = maxStaleness === 0 ? MAX_INTERVAL : Math.min(MAX_INTERVAL, maxStaleness / CHECKS_PER_LIMIT);
    this.#timer = inBackground(setInterval(() => void this.#look(), interval));
    void this.#look();
  }

  /** The most milliseconds by which this node's content may be behind. */
  get lag(): number {
    return performance.now() - this.#provedAt;
  }

  /** Whether the lag is within the limit. */
  get isFresh(): boolean {
    const { maxStaleness } = this.#options;
    return maxStaleness === 0 || this.lag <= maxStaleness;
  }

  /**
   * The number of nodes that share the content, including this one; null if the storage does not report it or cannot be
   * reached.
   */
  get nodes(): number | null {
    return this.#nodes;
  }

  /**
   * Refuses requests for content that may be too old, with 503, so that a proxy tries another node. The request has had
   * no effect.
   */
  readonly guard: Guard = ({ path }) => {
    if (this.isFresh || path.startsWith(OWN)) return;
    throw new HttpError("overloaded", "This node has lost touch with the others, please try again later.", [
      ["retry-after", "1"],
    ]);
  };

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#compareClocks();
    const { store } = this.#options;
    const begun = performance.now();
    const isProved = await store.hasApplied("latest", APPLY_TIMEOUT);
    this.#isLooking = false;
    if (isProved) this.#provedAt = begun;
    // Not awaited, so that a hanging connection does not delay the next check.
    void this.#count(isProved);
  }

  /** Reports once when the clocks come apart, and when they agree again. */
  #compareClocks(): void {
    const { store, log } = this.#options;
    const milliseconds = Math.round(store.clockOffset ?? 0);
    const isOff = Math.abs(milliseconds) > CLOCK_OFFSET;
    if (isOff && !this.#isClockOff)
      log.warn({ milliseconds }, "The clock of the shared log's server is ahead by so much");
    if (!isOff && this.#isClockOff)
      log.info({ milliseconds }, "The clocks of this machine and the shared log agree again");
    this.#isClockOff = isOff;
  }

  async #count(isReached: boolean): Promise<void> {
    this.#nodes = isReached ? await this.#options.store.nodes().catch(() => null) : null;
  }
}
