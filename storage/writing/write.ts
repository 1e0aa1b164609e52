import type { Batch, Commit, Engine, Transaction } from "../../engine/internal.ts";

/** A write from call to answer. */
export interface Write {
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

/** The return value of `answer` goes to the caller; it runs once the write is visible. */
export function callWrite<T, R>(work: (transaction: Transaction) => T, answer: (result: T) => R): CalledWrite<R> {
  return call((batch) => {
    const { result, commit } = batch.write(work);
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
  const { promise, resolve, reject } = withResolvers<R>();
  let respond = (): void => {};
  const write: Write = {
    run(batch) {
      try {
        const { result, commits } = runOn(batch);
        respond = () => resolve(answer(result));
        return commits;
      } catch (error) {
        respond = () => reject(error);
        return [];
      }
    },
    answer() {
      try {
        respond();
      } catch (error) {
        reject(error);
      }
    },
    refuse: reject,
  };
  return { write, answered: promise };
}

/** A write that replaces the whole content by that of another engine, as of the moment when its turn comes. */
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
  return { write: { run, answer: resolve, refuse: reject }, answered: promise };
}

interface Resolvers<R> {
  readonly promise: Promise<R>;
  readonly resolve: (value: R) => void;
  readonly reject: (error: unknown) => void;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<R>(): Resolvers<R> {
  let resolve: Resolvers<R>["resolve"] = () => {};
  let reject: Resolvers<R>["reject"] = () => {};
  const promise = new Promise<R>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
