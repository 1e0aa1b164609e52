import type { IndexLimits } from "./indexes/index-limits.ts";
import { buildDeclaredIndexes } from "./query/plan/declared-indexes.ts";
import type { Rules } from "./rules.ts";
import type { Env } from "./runtime/env.ts";
import type { Schema } from "./schema/schema.ts";
import type { Change, Commit } from "./state/commit.ts";
import type { LinkColumns } from "./state/links/link-columns.ts";
import { Batch } from "./state/pending/transaction.ts";
import type { ReadAgain } from "./state/restore/sources.ts";
import type { VersionColumns } from "./state/rows/version-columns.ts";
import { Shape } from "./state/shape.ts";
import { State } from "./state/state.ts";

/**
 * The content of one deployment in memory: pure and synchronous. Reads (query/evaluate.ts) use `state`. Writes
 * (write/operations.ts) run in a batch, an overlay on the state, and result in commits; only `apply` changes the state.
 * The owner of an engine, usually a storage `Store`, makes each commit durable before it applies it.
 */
export class Engine {
  readonly rules: Rules;
  readonly state: State;

  constructor(schema: Schema, rules: Rules, state: State = new State(new Shape(schema))) {
    this.rules = rules;
    this.state = state;
  }

  /** An empty engine with these limits for its indexes instead of the default ones. */
  static withIndexLimits(schema: Schema, rules: Rules, limits: Partial<IndexLimits>): Engine {
    return new Engine(schema, rules, new State(new Shape(schema, limits)));
  }

  get schema(): Schema {
    return this.state.shape.schema;
  }

  /** Number of the last commit applied; 0 when empty. */
  get number(): number {
    return this.state.number;
  }

  /**
   * Opens a batch of writes on the present state. Dropping the batch undoes all of them. `isRecording`: its commits say
   * what happened to which documents.
   */
  begin(env: Env, isRecording = false): Batch {
    return new Batch(this.state, this.rules, env, isRecording);
  }

  /** Makes a commit visible. Its number must be one more than the last. */
  apply(commit: Commit): void {
    this.state.apply(commit);
  }

  /** Restores a snapshot; only on an empty engine. */
  restore(snapshot: Commit): void {
    this.state.restore(snapshot);
  }

  /**
   * Restores a part of a snapshot, which may be too large to be in memory as changes all at once: versions of one kind
   * in the order of their ids, links after what they connect. Only on an empty engine, and until `endRestore` it
   * counts as empty.
   *
   * @internal
   */
  restorePart(changes: readonly Change[]): void {
    this.state.restorePart(changes);
  }

  /**
   * Restores versions as a part of a snapshot, like `restorePart`, but creates no rows: it keeps only enough to find
   * them. `read` returns the same versions again when one of them is first read.
   *
   * @internal
   */
  restoreVersions(versions: VersionColumns, read: ReadAgain): void {
    this.state.restoreVersions(versions, read);
  }

  /**
   * Restores links as a part of a snapshot, like `restorePart`; returns how many were left out because their relation or
   * a document at one of their ends does not exist. They are visible from `endRestore` on.
   *
   * @internal
   */
  restoreLinks(links: LinkColumns): number {
    return this.state.restoreLinks(links);
  }

  /**
   * Applies commits at a start: for each, the result of `prepare`, called after the earlier ones are applied. `read`
   * returns the versions that they put again, in order.
   *
   * @internal
   */
  restoreCommits(commits: readonly Commit[], prepare: (commit: Commit) => Commit, read: ReadAgain): void {
    this.state.restoreCommits(commits, prepare, read);
  }

  /** @internal Finishes restoring, so that no query has to wait for it. */
  finishRestore(): void {
    this.state.finishRestore();
  }

  /** @internal Finishes the restore that `restorePart` began: `number` and `at` come from the snapshot. */
  endRestore(number: number, at: number): void {
    this.state.endRestore(number, at);
  }

  /** Builds the indexes that the schema declares (`index: true`), so that no query has to wait for them. */
  buildIndexes(): void {
    buildDeclaredIndexes(this.state);
  }

  /**
   * Makes a step of building an index that a query lacked, a few milliseconds of work; false if none is being built.
   * Queries give the same results before and after. The owner of an engine makes such steps while nothing else is to be
   * done; queries that lack an index make a few of them, too.
   */
  buildStep(): boolean {
    return this.state.buildStep();
  }

  /** `listener` is called in the middle of a query that lacks an index: `buildStep` has something to do from then on. */
  onIndexMissed(listener: () => void): void {
    this.state.buildSignals.onMiss(listener);
  }

  /** Runs reads that no Suspension ends, whatever they are allowed. */
  withoutSuspension<T>(reads: () => T): T {
    return this.state.buildSignals.withoutSuspension(reads);
  }

  /** The whole state as changes, a few at a time. The state must not change in the meantime: dump a fork. */
  dump(): Iterable<Change> {
    return this.state.dump();
  }

  /** An empty engine with the same schema, rules and limits. */
  empty(): Engine {
    return new Engine(this.schema, this.rules, new State(this.state.shape));
  }

  /** Takes over the content, number and time of an engine that `empty` returned. */
  become(other: Engine): void {
    this.state.become(other.state);
  }

  /** The same content for a second engine, in constant time; neither ever sees a write of the other (promise P5). */
  fork(): Engine {
    return new Engine(this.schema, this.rules, this.state.fork());
  }
}
