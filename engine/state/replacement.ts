import type { Change, Commit } from "./commit.ts";
import type { State } from "./state.ts";

/**
 * The commit that makes a state into another one, which must not change any more. Its changes are worked out only where
 * somebody reads them: applying it here takes constant time.
 */
export class Replacement implements Commit {
  readonly number: number;
  readonly at: number;
  readonly #by: State;

  constructor(number: number, by: State) {
    this.number = number;
    this.at = by.at;
    this.#by = by;
  }

  get state(): State {
    return this.#by;
  }

  get changes(): readonly Change[] {
    return [{ kind: "clear" }, ...this.#by.dump()];
  }

  toJSON(): Commit {
    const { number, at, changes } = this;
    return { number, at, changes };
  }
}
