import { inBackground, type Store } from "../../storage/internal.ts";
import { HttpError } from "../http/http-error.ts";
import type { Guard } from "../http/pipeline.ts";

/** Milliseconds from one look to the next at most, and looks within the bound of staleness at least. */
const MAX_INTERVAL = 1_000;
const LOOKS = 4;
/** Milliseconds that a node may take to apply what one look found. */
const PATIENCE = 5_000;
/** Paths that are asked about the node itself. */
const OWN = "/_";

export interface FreshnessOptions {
  readonly store: Store;
  /** A moment before the store was opened, as of `performance.now()`: all that was acknowledged before is there. */
  readonly openedAt: number;
  /** Milliseconds; 0 for any. */
  readonly maxStaleness: number;
}

/**
 * Bounded staleness: how old what this node of a shared log shows may be. Once a second it waits for all that was acknowledged
 * anywhere before. A node that cannot do so knows that it may be behind, whatever the reason.
 */
export class Freshness {
  readonly #options: FreshnessOptions;
  readonly #timer: NodeJS.Timeout;
  #provedAt: number;
  #nodes: number | null = null;
  #isLooking = false;

  constructor(options: FreshnessOptions) {
    this.#options = options;
    this.#provedAt = options.openedAt;
    const { maxStaleness } = options;
    const interval = maxStaleness === 0 ? MAX_INTERVAL : Math.min(MAX_INTERVAL, maxStaleness / LOOKS);
    this.#timer = inBackground(setInterval(() => void this.#look(), interval));
    void this.#look();
  }

  /** Milliseconds, at most, by which what is shown is behind. */
  get lag(): number {
    return performance.now() - this.#provedAt;
  }

  /** Within the bound. */
  get isFresh(): boolean {
    const { maxStaleness } = this.#options;
    return maxStaleness === 0 || this.lag <= maxStaleness;
  }

  /** Nodes that share the content, this one included; null where the storage does not tell, or cannot be asked. */
  get nodes(): number | null {
    return this.#nodes;
  }

  /** Refuses content that may be too old: 503, so that a proxy asks another node. Nothing has happened then. */
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
    const { store } = this.#options;
    const begun = performance.now();
    const isProved = await store.hasApplied("latest", PATIENCE);
    this.#isLooking = false;
    if (isProved) this.#provedAt = begun;
    // Not waited for: a connection that hangs must not keep the next look from being made.
    void this.#count(isProved);
  }

  async #count(isReached: boolean): Promise<void> {
    this.#nodes = isReached ? await this.#options.store.nodes().catch(() => null) : null;
  }
}
