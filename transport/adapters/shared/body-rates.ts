import { inBackground } from "../../../engine/internal.ts";
import { MIN_BODY_RATE, RATE_WINDOW, TIMEOUT_CHECK } from "./limits.ts";

const TICKS = RATE_WINDOW / TIMEOUT_CHECK;

/** Enforces that bodies arrive at `MIN_BODY_RATE` at least, over a sliding window of `RATE_WINDOW`. */
export class BodyRates {
  readonly #watched = new Set<WatchedBody>();
  readonly #timer: NodeJS.Timeout;

  constructor() {
    this.#timer = inBackground(setInterval(() => this.#check(), TIMEOUT_CHECK));
  }

  /** `drop`: called once if the body is too slow. `isPaused`: time in which reading is paused does not count. */
  watch(drop: () => void, isPaused: () => boolean): WatchedBody {
    const body: WatchedBody = { received: 0, window: [], drop, isPaused };
    this.#watched.add(body);
    return body;
  }

  forget(body: WatchedBody): void {
    this.#watched.delete(body);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const body of this.#watched) {
      if (body.isPaused()) body.window.length = 0;
      else body.window.push(body.received);
      body.received = 0;
      if (body.window.length < TICKS) continue;
      const bytes = body.window.reduce((sum, each) => sum + each, 0);
      body.window.shift();
      if (bytes * 1000 >= MIN_BODY_RATE * RATE_WINDOW) continue;
      this.#watched.delete(body);
      body.drop();
    }
  }
}

export interface WatchedBody {
  /** Bytes since the last check. */
  received: number;
  /** Bytes between the checks before. */
  readonly window: number[];
  readonly drop: () => void;
  readonly isPaused: () => boolean;
}
