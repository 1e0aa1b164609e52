import { TopK } from "../../structures/top-k.ts";
import type { Build } from "./build.ts";
import { BLOCK } from "./steps.ts";

/** Which slots are looked for: the first `count` of a bitmap in an order of all slots. */
export interface WantedSlots {
  readonly words: Int32Array;
  readonly compare: (left: number, right: number) => number;
  readonly count: number;
}

/** Words of a bitmap that one step visits. */
const WORDS = BLOCK >> 5;

/**
 * A search for the slots that come first in an order, by columns, which leaves the bitmap as it is. It ends in vain once a row
 * changes, which may come before those that were found, or no longer be one of them.
 */
export class FirstBuild implements Build {
  readonly name: string;
  readonly isTransient = true;
  readonly #words: Int32Array;
  readonly #top: TopK<number>;
  readonly #finish: (slots: readonly number[] | null) => void;
  #next = 0;
  #isInVain = false;

  /** `finish` is called with the slots in order, or with null if a row has changed. */
  constructor(name: string, { words, compare, count }: WantedSlots, finish: (slots: readonly number[] | null) => void) {
    this.name = name;
    this.#words = words;
    this.#top = new TopK(compare, count);
    this.#finish = finish;
  }

  get bytes(): number {
    return this.#words.byteLength;
  }

  step(): boolean {
    if (this.#isInVain) {
      this.#finish(null);
      return true;
    }
    const until = Math.min(this.#words.length, this.#next + WORDS);
    for (; this.#next < until; this.#next++) this.#offer(this.#next);
    if (until < this.#words.length) return false;
    this.#finish(this.#top.take());
    return true;
  }

  change(): void {
    this.#isInVain = true;
  }

  #offer(at: number): void {
    for (let left = this.#words[at] ?? 0; left !== 0; left &= left - 1) {
      this.#top.offer((at << 5) + 31 - Math.clz32(left & -left));
    }
  }
}
