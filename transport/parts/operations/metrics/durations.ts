import type { Sample } from "./prometheus-text.ts";

/** Upper bounds of the buckets in seconds, fine enough for answers from memory and wide enough for waits for a disk. */
const BOUNDS = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A histogram of durations. */
export class Durations {
  /** Counts by bucket; the last one counts everything above the last bound. */
  readonly #byBound = new Float64Array(BOUNDS.length + 1);
  #sum = 0;
  #count = 0;

  /** Records the time since `started`, which is in terms of `performance.now()`. */
  since(started: number): void {
    const seconds = (performance.now() - started) / 1000;
    const bound = BOUNDS.findIndex((each) => seconds <= each);
    const at = bound === -1 ? BOUNDS.length : bound;
    this.#byBound[at] = (this.#byBound[at] ?? 0) + 1;
    this.#sum += seconds;
    this.#count += 1;
  }

  /** Buckets are cumulative: each counts everything up to its bound. */
  samples(labels: { readonly [name: string]: string } = {}): readonly Sample[] {
    let below = 0;
    const buckets = [...this.#byBound].map((value, at): Sample => {
      below += value;
      const bound = BOUNDS[at];
      const le = bound === undefined ? "+Inf" : String(bound);
      return { labels: { ...labels, le }, value: below, suffix: "_bucket" };
    });
    return [...buckets, { labels, value: this.#sum, suffix: "_sum" }, { labels, value: this.#count, suffix: "_count" }];
  }
}
