import type { Env } from "./env.ts";
import type { IndexLimits } from "./indexes/index-limits.ts";
import { buildDeclaredIndexes } from "./query/plan/declared-indexes.ts";
import type { Rules } from "./rules.ts";
import type { Schema } from "./schema/schema.ts";
import type { Change, Commit } from "./state/commit.ts";
import { Batch } from "./state/pending/transaction.ts";
import type { ReadAgain } from "./state/restore/sources.ts";
import type { VersionColumns } from "./state/rows/version-columns.ts";
import { Shape } from "./state/shape.ts";
import { State } from "./state/state.ts";

/**
 * The content of one deployment in memory: pure and synchronous. Reads look at the state; writes are laid over it in a
 * batch and come out as commits; only `apply` changes it.
 */
export class Engine {
  readonly rules: Rules;
  readonly state: State;

  constructor(schema: Schema, rules: Rules, state: State = new State(new Shape(schema))) {
    this.rules = rules;
    this.state = state;
  }

  /** An empty engine whose indexes have other limits than the usual ones. */
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

  /** Opens a line of writes over the state as it is now. Dropping it takes all of them back. */
  begin(env: Env): Batch {
    return new Batch(this.state, this.rules, env);
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
   * Takes in versions as a part of a snapshot, as `restorePart` does. Of most of them nothing is kept but what finds them:
   * `read` gives the same versions once more when one of them is first asked for.
   *
   * @internal
   */
  restoreVersions(versions: VersionColumns, read: ReadAgain): void {
    this.state.restoreVersions(versions, read);
  }

  /**
   * Applies commits at a start: what `prepare` returns for each when those before it are applied. `read`
   * gives the versions that were put once more, in their order.
   *
   * @internal
   */
  restoreCommits(commits: readonly Commit[], prepare: (commit: Commit) => Commit, read: ReadAgain): void {
    this.state.restoreCommits(commits, prepare, read);
  }

  /** @internal Ends all restoring, so that no question has to wait for that. */
  finishRestore(): void {
    this.state.finishRestore();
  }

  /** @internal Ends what `restorePart` began: `number` and `at` are those of the snapshot. */
  endRestore(number: number, at: number): void {
    this.state.endRestore(number, at);
  }

  /** Builds the indexes that the schema declares (`index: true`), so that no query has to wait for them. */
  buildIndexes(): void {
    buildDeclaredIndexes(this.state);
  }

  /** The whole state as changes, a few at a time. The state must not change meanwhile: dump a fork. */
  dump(): Iterable<Change> {
    return this.state.dump();
  }

  /** An engine of the same schema, rules and limits that holds nothing. */
  empty(): Engine {
    return new Engine(this.schema, this.rules, new State(this.state.shape));
  }

  /** Takes the content of an engine that `empty` gave, its number and time, in place of its own. */
  become(other: Engine): void {
    this.state.become(other.state);
  }

  /** The same content for a second engine, in constant time; neither ever sees a write of the other (promise P5). */
  fork(): Engine {
    return new Engine(this.schema, this.rules, this.state.fork());
  }
}
