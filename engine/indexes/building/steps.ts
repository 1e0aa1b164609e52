/** A computation in steps of a few milliseconds with a million rows: other work can be done between two of them. */
export type Steps<T> = Generator<void, T, void>;

/** Items that one step of a simple loop visits. */
export const BLOCK = 1 << 14;

/** The same where each visit takes a few nanoseconds. */
export const LONG_BLOCK = 1 << 16;

/** The numbers up to `count`, in blocks. */
export function* blocksOf(count: number, length = BLOCK): Generator<readonly [from: number, until: number]> {
  for (let from = 0; from < count; from += length) yield [from, Math.min(count, from + length)];
}

/** Makes all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** A computation that several indexes share: whoever makes a step makes it for all of them. */
export class Job<T extends object> {
  #steps: Steps<T> | null;
  #result: T | null = null;

  constructor(steps: Steps<T>) {
    this.#steps = steps;
  }

  /** Makes a step; returns the result once it is there. */
  step(): T | null {
    if (this.#steps === null) return this.#result;
    const { done, value } = this.#steps.next();
    if (done !== true) return null;
    this.#steps = null;
    this.#result = value;
    return value;
  }
}
