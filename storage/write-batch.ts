import type { Batch, Commit, Engine } from "../engine/index.ts";
import type { Write } from "./write.ts";

interface Outcome {
  readonly write: Write;
  /** Null where nothing changed, and where the write was refused. */
  readonly commit: Commit | null;
}

/**
 * Writes that become durable together. They have run, each seeing the ones before it, and nobody has been told:
 * neither results nor refusals, since both may rest on what an earlier write of the batch did.
 */
export class WriteBatch {
  readonly commits: readonly Commit[];
  readonly #outcomes: readonly Outcome[];

  constructor(writes: readonly Write[], batch: Batch) {
    this.#outcomes = writes.map((write) => ({ write, commit: write.run(batch) }));
    this.commits = this.#outcomes.flatMap(({ commit }) => commit ?? []);
  }

  /**
   * All is durable: makes each commit visible and tells its caller before the next one is made visible.
   *
   * @throws what `apply` throws, after refusing that write and all after it.
   */
  settle(engine: Pick<Engine, "apply">, tell: (commit: Commit) => void): void {
    for (const [index, { write, commit }] of this.#outcomes.entries()) {
      try {
        if (commit !== null) engine.apply(commit);
      } catch (error) {
        this.#refuse(index, error);
        throw error;
      }
      write.answer();
      if (commit !== null) tell(commit);
    }
  }

  /** Nothing is durable: the writes before the first commit rest on what was there already, all others fail. */
  fail(error: Error): void {
    const first = this.#outcomes.findIndex(({ commit }) => commit !== null);
    for (const { write } of this.#outcomes.slice(0, first)) write.answer();
    this.#refuse(first, error);
  }

  #refuse(from: number, error: unknown): void {
    for (const { write } of this.#outcomes.slice(from)) write.refuse(error);
  }
}
