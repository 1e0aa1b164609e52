import type { Batch, Commit, Engine, PendingWrite, Transaction } from "../../engine/internal.ts";

/** A write from call to answer. */
export interface Write {
  /** When its caller began to wait, as of `performance.now()`; its queue sets it. */
  calledAt: number;
  /** Runs the work, keeps its result or its refusal, and returns its commits: none if nothing changed. */
  run(batch: Batch): readonly Commit[];
  /** Resolves the caller's promise with the result of the work, or rejects it with the refusal. */
  answer(): void;
  /** Rejects the caller's promise: the work had no effect. */
  refuse(error: unknown): void;
}

export interface CalledWrite<R> {
  readonly write: Write;
  readonly answered: Promise<R>;
}

/** Throws to take a write back that has run. */
export type Check = (write: PendingWrite) => void;

/** The return value of `answer` goes to the caller; it runs once the write is visible. */
export function callWrite<T, R>(
  work: (transaction: Transaction) => T,
  answer: (result: T) => R,
  check: Check | null = null,
): CalledWrite<R> {
  return call((batch) => {
    const { result, commit } = batch.write(work, check);
    return { result, commits: commit === null ? [] : [commit] };
  }, answer);
}

/** Pieces of work that make up one replacement of the content. */
export type Works = () => Iterable<(transaction: Transaction) => void>;

/** Many commits that take effect only together. */
export function callWriteAll(works: Works, changesPerCommit: number): CalledWrite<void> {
  return call(
    (batch) => ({ result: undefined, commits: batch.writeAll(works(), changesPerCommit) }),
    () => undefined,
  );
}

interface Ran<T> {
  readonly result: T;
  readonly commits: readonly Commit[];
}

function call<T, R>(runOn: (batch: Batch) => Ran<T>, answer: (result: T) => R): CalledWrite<R> {
  const write = new Call(runOn, answer);
  return { write, answered: write.answered };
}

/** A work whose caller waits for a promise. Its result is kept until its batch is durable. */
class Call<T, R> implements Write {
  calledAt = 0;
  readonly #runOn: (batch: Batch) => Ran<T>;
  readonly #answer: (result: T) => R;
  readonly #caller = withResolvers<R>();
  /** Null until it has run, and if it was refused. */
  #ran: Ran<T> | null = null;
  #refusal: unknown;

  constructor(runOn: (batch: Batch) => Ran<T>, answer: (result: T) => R) {
    this.#runOn = runOn;
    this.#answer = answer;
  }

  get answered(): Promise<R> {
    return this.#caller.promise;
  }

  run(batch: Batch): readonly Commit[] {
    try {
      this.#ran = this.#runOn(batch);
      return this.#ran.commits;
    } catch (error) {
      // The write may have run before, in a batch that lost against another writer of a shared log.
      this.#ran = null;
      this.#refusal = error;
      return [];
    }
  }

  answer(): void {
    try {
      if (this.#ran === null) this.#caller.reject(this.#refusal);
      else this.#caller.resolve(this.#answer(this.#ran.result));
    } catch (error) {
      this.#caller.reject(error);
    }
  }

  refuse(error: unknown): void {
    this.#caller.reject(error);
  }
}

/** A write that replaces the whole content by another engine's, as of the moment when its turn comes. */
export function callReplacement(
  by: Engine,
  atTurn: () => void,
  may: () => boolean,
  changesPerCommit: number,
): CalledWrite<void> {
  const { promise, resolve, reject } = withResolvers<void>();
  const run = (batch: Batch): readonly Commit[] => {
    if (!may()) return [];
    atTurn();
    return batch.replace(by.state, changesPerCommit);
  };
  return { write: { calledAt: 0, run, answer: resolve, refuse: reject }, answered: promise };
}

interface Resolvers<R> {
  readonly promise: Promise<R>;
  readonly resolve: (value: R) => void;
  readonly reject: (error: unknown) => void;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<R>(): Resolvers<R> {
  let resolve!: Resolvers<R>["resolve"];
  let reject!: Resolvers<R>["reject"];
  const promise = new Promise<R>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
