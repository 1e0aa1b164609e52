import type { Batch, Commit, Engine } from "../../engine/internal.ts";
import { estimateBytes } from "./estimate-bytes.ts";
import type { Write } from "./write.ts";

interface Outcome {
  readonly write: Write;
  /** Empty if nothing changed or the write was refused. */
  readonly commits: readonly Commit[];
}

export interface WriteBatchOptions {
  /** Makes a commit that comes before the commits of the writes, if there are any. */
  readonly open?: ((batch: Batch) => Commit) | null | undefined;
  /** No further write is run once the earlier ones take this much. No limit when absent. */
  readonly maxBytes?: number | undefined;
}

/**
 * Writes that become durable together. They have run in order, and each saw the ones before it. None is acknowledged
 * yet, neither results nor refusals: both may depend on what an earlier write of the batch did.
 */
export class WriteBatch {
  readonly commits: readonly Commit[];
  readonly #opening: Commit | null;
  readonly #outcomes: readonly Outcome[];

  constructor(writes: readonly Write[], batch: Batch, { open = null, maxBytes }: WriteBatchOptions = {}) {
    const opening = open?.(batch) ?? null;
    this.#outcomes = outcomesOf(writes, batch, maxBytes);
    const commits: Commit[] = [];
    for (const outcome of this.#outcomes) for (const commit of outcome.commits) commits.push(commit);
    this.#opening = commits.length > 0 ? opening : null;
    this.commits = this.#opening === null ? commits : [this.#opening, ...commits];
  }

  /** How many of the writes have run; the rest are for another batch. */
  get size(): number {
    return this.#outcomes.length;
  }

  /**
   * The batch is durable. Makes the changes of each write visible and answers its caller, one write after the other.
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

  /** Nothing is durable: the writes before the first commit depend on stored entries alone, all others fail. */
  fail(error: Error): void {
    const first = this.#outcomes.findIndex(({ commits }) => commits.length > 0);
    for (const { write } of this.#outcomes.slice(0, first)) write.answer();
    this.#refuse(first, error);
  }

  /**
   * No write of the batch can be acknowledged: writes with something to store fail with `error`, the others with
   * `idle`, since they may have been decided on an old state.
   */
  failWhole(error: Error, idle: Error): void {
    for (const { write, commits } of this.#outcomes) write.refuse(commits.length > 0 ? error : idle);
  }

  #refuse(from: number, error: unknown): void {
    for (const { write } of this.#outcomes.slice(from)) write.refuse(error);
  }
}

function outcomesOf(writes: readonly Write[], batch: Batch, maxBytes: number | undefined): readonly Outcome[] {
  const outcomes: Outcome[] = [];
  let bytes = 0;
  for (const write of writes) {
    if (maxBytes !== undefined && bytes >= maxBytes) break;
    const commits = write.run(batch);
    // A replacement stores only its changes, which are created when they are read.
    for (let at = 0; maxBytes !== undefined && bytes < maxBytes && at < commits.length; at += 1) {
      bytes += estimateBytes(commits[at]?.changes);
    }
    outcomes.push({ write, commits });
  }
  return outcomes;
}
