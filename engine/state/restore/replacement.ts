import { type Cause, type Change, type Commit, commitOf } from "../commit.ts";

/** The parts of a state that a replacing commit reads. */
export interface Dumpable {
  readonly at: number;
  dump(): Iterable<Change>;
}

/**
 * The commit that turns a state into another one, or one of several consecutive commits that do so together. The other
 * state must not change any more. The changes are computed only if they are read: applying the commit here takes
 * constant time.
 */
export class Replacement implements Commit {
  readonly number: number;
  readonly at: number;
  /**
   * The new state; null for a commit that is followed by others of the same replacement, and has no effect by itself.
   */
  readonly state: Dumpable | null;
  /** The first commit of a replacement clears the content. The others would pass for writes of every document. */
  readonly causes?: readonly Cause[];
  readonly #parts: Parts;
  readonly #part: number;

  private constructor(number: number, parts: Parts, part: number, isRecording: boolean) {
    if (isRecording) this.causes = [];
    this.number = number;
    this.at = parts.state.at;
    this.state = part === parts.count - 1 ? parts.state : null;
    this.#parts = parts;
    this.#part = part;
  }

  /**
   * The commits, starting at `number`, each with `changesPerCommit` changes. If that is infinite there is one, and the
   * changes are not counted. A reader that goes through the commits in order has the changes of only one in memory at a
   * time. `isRecording`: the commits say what they mean.
   */
  static inCommits(
    number: number,
    by: Dumpable,
    changesPerCommit: number,
    isRecording = false,
  ): readonly Replacement[] {
    const count = changesPerCommit === Number.POSITIVE_INFINITY ? 1 : Math.ceil(countOf(by) / changesPerCommit);
    const parts = new Parts(by, count, changesPerCommit);
    return Array.from({ length: count }, (_, part) => new Replacement(number + part, parts, part, isRecording));
  }

  /** Whether it begins the replacement. */
  get isFirst(): boolean {
    return this.#part === 0;
  }

  get changes(): readonly Change[] {
    return this.#parts.read(this.#part);
  }

  toJSON(): Commit {
    return commitOf(this.number, this.at, this.changes, this.causes && { causes: this.causes });
  }
}

/** Whether a commit begins to replace the whole content. */
export function isReplacing(commit: Commit): boolean {
  return commit instanceof Replacement ? commit.isFirst : commit.changes[0]?.kind === "clear";
}

/**
 * The changes that create a state, in parts of equal size. Reading the parts in order iterates over the changes once.
 */
class Parts {
  readonly state: Dumpable;
  readonly count: number;
  readonly #size: number;
  #next = 0;
  #changes: Iterator<Change>;

  constructor(state: Dumpable, count: number, size: number) {
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

function* changesOf(state: Dumpable): Generator<Change> {
  yield { kind: "clear" };
  yield* state.dump();
}

function countOf(state: Dumpable): number {
  let count = 0;
  for (const _ of changesOf(state)) count += 1;
  return count;
}
