import { type Change, type Commit, commitOf } from "../commit.ts";

/** A state, as far as a commit that holds one reads it. */
export interface Dumped {
  readonly at: number;
  dump(): Iterable<Change>;
}

/**
 * The commit that makes a state into another one, which must not change any more, or one of the consecutive commits that
 * do so together. Their changes are worked out only where somebody reads them: applying them here takes constant time.
 */
export class Replacement implements Commit {
  readonly number: number;
  readonly at: number;
  /** What the state becomes; null for a commit that others of the same replacement follow, and that alone does nothing. */
  readonly state: Dumped | null;
  readonly #parts: Parts;
  readonly #part: number;

  private constructor(number: number, parts: Parts, part: number) {
    this.number = number;
    this.at = parts.state.at;
    this.state = part === parts.count - 1 ? parts.state : null;
    this.#parts = parts;
    this.#part = part;
  }

  /**
   * The commits, from `number` on, with so many changes each: one where that is infinite, without a look at the changes.
   * Whoever reads the changes of all of them in their order has those of one in memory at a time.
   */
  static inCommits(number: number, by: Dumped, changesPerCommit: number): readonly Replacement[] {
    const count = changesPerCommit === Number.POSITIVE_INFINITY ? 1 : Math.ceil(countOf(by) / changesPerCommit);
    const parts = new Parts(by, count, changesPerCommit);
    return Array.from({ length: count }, (_, part) => new Replacement(number + part, parts, part));
  }

  get changes(): readonly Change[] {
    return this.#parts.read(this.#part);
  }

  toJSON(): Commit {
    return commitOf(this.number, this.at, this.changes);
  }
}

/** The changes that make a state, in parts of a size. Read in their order they are gone through once. */
class Parts {
  readonly state: Dumped;
  readonly count: number;
  readonly #size: number;
  #next = 0;
  #changes: Iterator<Change>;

  constructor(state: Dumped, count: number, size: number) {
    this.state = state;
    this.count = count;
    this.#size = size;
    this.#changes = changesOf(state);
  }

  read(part: number): Change[] {
    if (part < this.#next) this.#rewind();
    while (this.#next < part) this.#take();
    const taken = this.#take();
    if (this.#next === this.count) this.#rewind();
    return taken;
  }

  #take(): Change[] {
    const taken: Change[] = [];
    while (taken.length < this.#size) {
      const { done, value } = this.#changes.next();
      if (done === true) break;
      taken.push(value);
    }
    this.#next += 1;
    return taken;
  }

  #rewind(): void {
    this.#next = 0;
    this.#changes = changesOf(this.state);
  }
}

function* changesOf(state: Dumped): Generator<Change> {
  yield { kind: "clear" };
  yield* state.dump();
}

function countOf(state: Dumped): number {
  let count = 0;
  for (const _ of changesOf(state)) count += 1;
  return count;
}
