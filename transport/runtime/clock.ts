import { epochMilliseconds, type Time, withinTimes } from "./time.ts";

/**
 * What a deployment takes the time from: a function that is called each time, a fixed time, or a
 * start from which every write moves it on by `step` milliseconds (1 when absent).
 */
export type ClockOption = (() => number) | Time | { readonly start: Time; readonly step?: number };

/** The time of one deployment, which tests may set. */
export class Clock {
  #source: () => number;
  /** What `advance` has added to the source's time. */
  #ahead = 0;
  /** The time at which the clock is stopped; null while it follows its source. */
  #at: number | null = null;
  #step = 0;

  /** Follows the system's clock when `option` is absent. Throws TypeError for what is no time. */
  constructor(option?: ClockOption) {
    this.#source = typeof option === "function" ? option : () => Date.now();
    if (option === undefined || typeof option === "function") return;
    const isStepping = typeof option === "object" && !(option instanceof Date);
    this.#at = epochMilliseconds(isStepping ? option.start : option);
    this.#step = isStepping ? checkedStep(option.step ?? 1) : 0;
  }

  /** Milliseconds since 1970, up to the end of 9999. Looking never moves the clock. */
  now(): number {
    return withinTimes(this.#at ?? this.#source() + this.#ahead);
  }

  /** The time for one write: a stepping clock moves on after it. */
  tick(): number {
    const now = this.now();
    if (this.#at !== null) this.#at += this.#step;
    return now;
  }

  /** From now on the clock is stopped at this time, or steps from it if it was stepping. Throws TypeError. */
  set(time: Time): void {
    this.#at = epochMilliseconds(time);
  }

  /** Moves the clock by milliseconds, back if there are less than none; one that ran runs on from there. Throws TypeError. */
  advance(milliseconds: number): void {
    // A text would be appended to the time, and the result could be a valid one.
    if (!Number.isSafeInteger(milliseconds)) throw notWhole("is moved", milliseconds);
    epochMilliseconds(this.now() + milliseconds);
    if (this.#at === null) this.#ahead += milliseconds;
    else this.#at += milliseconds;
  }

  /** Whether somebody chose the time, so that it counts even where it goes back. */
  get isSet(): boolean {
    return this.#at !== null || this.#ahead !== 0;
  }

  fork(): Clock {
    const fork = new Clock();
    fork.become(this);
    return fork;
  }

  /** Shows what the other one shows, and goes on as it would. */
  become(other: Clock): void {
    this.#source = other.#source;
    this.#ahead = other.#ahead;
    this.#at = other.#at;
    this.#step = other.#step;
  }
}

function checkedStep(step: number): number {
  if (Number.isSafeInteger(step)) return step;
  throw notWhole("steps", step);
}

function notWhole(what: string, milliseconds: number): TypeError {
  return new TypeError(`A clock ${what} by whole milliseconds, not by ${JSON.stringify(milliseconds)}`);
}
