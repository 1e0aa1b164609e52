import type { Commit } from "../../engine/internal.ts";
import { reasonOf } from "../error.ts";
import type { Report } from "../report.ts";

/** Runs after the commit is durable, applied and answered. An exception is reported and never passed on. */
export type CommitListener = (commit: Commit, origin: CommitOrigin) => void;

/** Whether this store wrote the commit, or another node of a shared log did. */
export type CommitOrigin = "own" | "others";

/** The listeners of a store, notified of every commit in order. */
export class CommitListeners {
  readonly #report: Report;
  readonly #listeners = new Set<CommitListener>();
  readonly #ofReloads = new Set<() => void>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Notifies the listener of every later commit until the returned function is called. */
  add(listener: CommitListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listener whenever the content was read again from the start, until the returned function is called. */
  addOfReloads(listener: () => void): () => void {
    this.#ofReloads.add(listener);
    return () => this.#ofReloads.delete(listener);
  }

  notifyOfReload(): void {
    for (const listener of this.#ofReloads) listener();
  }

  readonly notify = (commit: Commit): void => this.#notify(commit, "own");

  readonly notifyOfOthers = (commit: Commit): void => this.#notify(commit, "others");

  #notify(commit: Commit, origin: CommitOrigin): void {
    for (const listener of this.#listeners) {
      try {
        listener(commit, origin);
      } catch (error) {
        this.#report("A commit listener failed", { commit: commit.number, reason: reasonOf(error) });
      }
    }
  }
}
