import type { Batch, Commit, Engine } from "../../engine/internal.ts";
import type { Write } from "./write.ts";

interface Outcome {
  readonly write: Write;
  /** None where nothing changed, and where the write was refused. */
  readonly commits: readonly Commit[];
}

/**
 * Writes that become durable together. They have run, each seeing the ones before it, and none is acknowledged:
 * neither results nor refusals, since both may rest on what an earlier write of the batch did.
 */
export class WriteBatch {
  readonly commits: readonly Commit[];
  readonly #opening: Commit | null;
  readonly #outcomes: readonly Outcome[];

  /** `open` makes a commit that comes before those of the writes, where there are any. */
  constructor(writes: readonly Write[], batch: Batch, open: ((batch: Batch) => Commit) | null = null) {
    const opening = open?.(batch) ?? null;
    this.#outcomes = writes.map((write) => ({ write, commits: write.run(batch) }));
    const commits = this.#outcomes.flatMap((outcome) => outcome.commits);
    this.#opening = commits.length > 0 ? opening : null;
    this.commits = this.#opening === null ? commits : [this.#opening, ...commits];
  }

  /**
   * All is durable: makes the changes of each write visible and answers its caller before those of the next one.
   *
   * @throws what `apply` throws, after refusing that write and all after it.
   */
  finish(engine: Pick<Engine, "apply">, notify: (commit: Commit) => void): void {
    if (this.#opening !== null) {
      engine.apply(this.#opening);
      notify(this.#opening);
    }
    for (const [index, { write, commits }] of this.#outcomes.entries()) {
      try {
        for (const commit of commits) engine.apply(commit);
      } catch (error) {
        this.#refuse(index, error);
        throw error;
      }
      write.answer();
      for (const commit of commits) notify(commit);
    }
  }

  /** Nothing is durable: the writes before the first commit rest on what was there already, all others fail. */
  fail(error: Error): void {
    const first = this.#outcomes.findIndex(({ commits }) => commits.length > 0);
    for (const { write } of this.#outcomes.slice(0, first)) write.answer();
    this.#refuse(first, error);
  }

  /**
   * None of it can be acknowledged: `error` for what was to be stored, `idle` for the rest, which may rest on an old
   * state.
   */
  failWhole(error: Error, idle: Error): void {
    for (const { write, commits } of this.#outcomes) write.refuse(commits.length > 0 ? error : idle);
  }

  #refuse(from: number, error: unknown): void {
    for (const { write } of this.#outcomes.slice(from)) write.refuse(error);
  }
}
