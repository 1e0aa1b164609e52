import { EngineError } from "../../engine/internal.ts";

/** Maximum number of calls that wait for one hook, beside the calls that run it. */
const MAX_WAITING = 1000;

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/** Limits how many calls run a hook at a time: the others wait for their turn. */
export class Turns {
  readonly #concurrency: number;
  readonly #lines = new WeakMap<object, Line>();

  constructor(concurrency: number) {
    this.#concurrency = concurrency;
  }

  /**
   * Resolves when the call may run the hook; null: at once. `give` ends its turn.
   *
   * @throws EngineError `unavailable` if too many calls are waiting.
   */
  take(hook: object, call: string): Promise<void> | null {
    const line = this.#lineOf(hook);
    if (line.running < this.#concurrency) {
      line.running += 1;
      return null;
    }
    if (line.waiting.length >= MAX_WAITING) {
      const reason = `${MAX_WAITING} calls wait for a hook of ${call}`;
      throw new EngineError("unavailable", "Too many calls are waiting", { reason, retryAfter: 1 });
    }
    return new Promise<void>((resolve) => line.waiting.push(resolve));
  }

  give(hook: object): void {
    const line = this.#lineOf(hook);
    const next = line.waiting.shift();
    if (next === undefined) line.running -= 1;
    else next();
  }

  #lineOf(hook: object): Line {
    let line = this.#lines.get(hook);
    if (line === undefined) {
      line = { running: 0, waiting: [] };
      this.#lines.set(hook, line);
    }
    return line;
  }
}
