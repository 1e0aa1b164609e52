import type { Commit } from "../../engine/internal.ts";
import type { Position } from "../port.ts";

/** The newest commits, at least `keep` of them, so that readers that keep up need not read the log. */
export class RecentCommits {
  readonly #keep: number;
  #commits: Commit[] = [];

  constructor(keep = 1_000) {
    this.#keep = keep;
  }

  add(commit: Commit): void {
    // After a reload, the log goes on from another position.
    if (commit.number !== (this.#commits.at(-1)?.number ?? commit.number - 1) + 1) this.#commits = [];
    this.#commits.push(commit);
    if (this.#commits.length > 2 * this.#keep) this.#commits = this.#commits.slice(-this.#keep);
  }

  clear(): void {
    this.#commits = [];
  }

  /** Position of the oldest one; null if there is none. */
  get oldest(): Position | null {
    return this.#commits[0]?.number ?? null;
  }

  /** Up to `max` commits after a position; null if the next one is not among them. */
  after(position: Position, max: number): readonly Commit[] | null {
    const oldest = this.oldest;
    if (oldest === null || position + 1 < oldest) return null;
    return this.#commits.slice(position + 1 - oldest, position + 1 - oldest + max);
  }
}
