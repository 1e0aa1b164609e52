import type { HostileRequest } from "../arbitraries/hostile/hostile-request.ts";

/** Milliseconds from which an unusual request is late, and is sent again when nothing else is under way. */
export const LATE = 250;

const BOUNDS = [5, 10, 25, 50, 100, LATE, 500, 1000, Number.POSITIVE_INFINITY];

/** More late requests than this say that the machine is busy. */
const KEPT = 1000;

/** A busy machine lengthens all answers alike: one that takes the processor for long takes more than the usual times this. */
const UNUSUAL = 3;
/** Share of an answer in the usual time. */
const NEWEST = 0.01;

/** How long answers took. */
export class Latencies {
  readonly #counts = BOUNDS.map(() => 0);
  readonly #late: HostileRequest[] = [];
  /** Moving average of milliseconds. */
  #usual = 0;

  add(milliseconds: number, request: HostileRequest): void {
    const isLate = milliseconds > Math.max(LATE, UNUSUAL * this.#usual);
    this.#usual += NEWEST * (milliseconds - this.#usual);
    const bucket = BOUNDS.findIndex((bound) => milliseconds <= bound);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    if (isLate && this.#late.length < KEPT) this.#late.push(request);
  }

  /** The requests that were late since they were last taken. */
  takeLate(): readonly HostileRequest[] {
    return this.#late.splice(0);
  }

  /** How many answers took up to how many milliseconds, each counted once. */
  distribution(): Readonly<Record<string, number>> {
    return Object.fromEntries(BOUNDS.map((bound, at) => [`up to ${bound} ms`, this.#counts[at] ?? 0]));
  }
}
