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

  /** @throws EngineError `unavailable` (rejected) if too many calls are waiting. */
  async take(hook: object, call: string): Promise<() => void> {
    const line = this.#lines.get(hook) ?? { running: 0, waiting: [] };
    this.#lines.set(hook, line);
    if (line.running < this.#concurrency) line.running += 1;
    else {
      if (line.waiting.length >= MAX_WAITING) {
        const reason = `${MAX_WAITING} calls wait for a hook of ${call}`;
        throw new EngineError("unavailable", "Too many calls are waiting", { reason, retryAfter: 1 });
      }
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    }
    return () => {
      const next = line.waiting.shift();
      if (next === undefined) line.running -= 1;
      else next();
    };
  }
}
