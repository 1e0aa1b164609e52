import { isDate } from "../../engine/internal.ts";
import { epochMilliseconds, type Time, withinTimes } from "./time.ts";

/**
 * Source of a deployment's time: a function that is called each time, a fixed time, or a start time that every write
 * advances by `step` milliseconds (by default 1).
 */
export type ClockOption = (() => number) | Time | { readonly start: Time; readonly step?: number };

/** Work that goes by a clock. */
export interface ClockFollower {
  /** A program has moved the clock. Never rejects. */
  moved(): Promise<void>;
  /** The clock goes on from another time, as after `restore`. */
  replaced(): void;
}

/** The clock of one deployment, which tests may set. */
export class Clock {
  #source: () => number;
  /** The milliseconds that `advance` has added to the source's time. */
  #ahead = 0;
  /** The time at which the clock is stopped; null while it follows its source. */
  #at: number | null = null;
  #step = 0;
  /** Null until somebody follows it: few do. */
  #followers: Set<ClockFollower> | null = null;

  /** Follows the system's clock by default. Throws TypeError for an invalid time. */
  constructor(option?: ClockOption) {
    this.#source = typeof option === "function" ? option : () => Date.now();
    if (option === undefined || typeof option === "function") return;
    const isStepping = typeof option === "object" && !isDate(option);
    this.#at = epochMilliseconds(isStepping ? option.start : option);
    this.#step = isStepping ? checkedStep(option.step ?? 1) : 0;
  }

  /** Milliseconds since 1970, up to the end of 9999. Reading never advances the clock. */
  now(): number {
    return withinTimes(this.#at ?? this.#source() + this.#ahead);
  }

  /** The time of one write: a stepping clock advances after it. */
  tick(): number {
    const now = this.now();
    if (this.#at !== null) this.#at += this.#step;
    return now;
  }

  /**
   * Stops the clock at this time; a stepping clock steps on from it. Resolves when the tasks that are due then have been run.
   * Throws TypeError.
   */
  set(time: Time): Promise<void> {
    this.#at = epochMilliseconds(time);
    return this.#moved();
  }

  /**
   * Moves the clock by milliseconds, which may be negative; a running clock runs on from there. Resolves when the tasks that
   * are due then have been run. Throws TypeError.
   */
  advance(milliseconds: number): Promise<void> {
    // Adding a text would append it to the time, and the result could be a valid one.
    if (!Number.isSafeInteger(milliseconds)) throw notWhole("is moved", milliseconds);
    epochMilliseconds(this.now() + milliseconds);
    if (this.#at === null) this.#ahead += milliseconds;
    else this.#at += milliseconds;
    return this.#moved();
  }

  async #moved(): Promise<void> {
    for (const follower of this.#followers ?? []) await follower.moved();
  }

  /** @internal Tells a follower of each move, until the returned function is called. */
  follow(follower: ClockFollower): () => void {
    this.#followers ??= new Set();
    this.#followers.add(follower);
    return () => void this.#followers?.delete(follower);
  }

  /** @internal Whether it stands still. */
  get isStopped(): boolean {
    return this.#at !== null;
  }

  /** Whether a caller set the time, so that it applies even if it goes back. */
  get isSet(): boolean {
    return this.#at !== null || this.#ahead !== 0;
  }

  fork(): Clock {
    const fork = new Clock();
    fork.become(this);
    return fork;
  }

  /** Copies the state of another clock. */
  become(other: Clock): void {
    this.#source = other.#source;
    this.#ahead = other.#ahead;
    this.#at = other.#at;
    this.#step = other.#step;
    for (const follower of this.#followers ?? []) follower.replaced();
  }
}

function checkedStep(step: number): number {
  if (Number.isSafeInteger(step)) return step;
  throw notWhole("steps", step);
}

function notWhole(what: string, milliseconds: number): TypeError {
  return new TypeError(`A clock ${what} by whole milliseconds, not by ${JSON.stringify(milliseconds)}`);
}
