import type { Rules } from "../../rules.ts";
import type { Env } from "../../runtime/env.ts";
import { isoTime } from "../../values/iso-time.ts";
import type { Layer, VersionRecord } from "../../values/version.ts";
import {
  type Author,
  type Cause,
  type CauseEvent,
  type Change,
  type Commit,
  commitOf,
  type Meaning,
} from "../commit.ts";
import { Replacement } from "../restore/replacement.ts";
import type { State } from "../state.ts";
import { StateView, type View } from "../view.ts";
import { Overlay } from "./overlay.ts";
import { repeatChange } from "./repeat-change.ts";

/** The last millisecond whose year has four digits. */
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The environment's time, in whole epoch milliseconds.
 *
 * @throws RangeError for a time that stored content cannot represent: once written, it could never be read again.
 */
function timeOfWrite(env: Env): number {
  const now = Math.trunc(env.now());
  if (now >= 0 && now <= LAST) return now;
  throw new RangeError(`A write needs a time from 1970 to 9999, not ${now} ms since 1970`);
}

/** A write under way: an overlay with its time and rules. It ends in a commit, or is dropped. */
export class Transaction extends Overlay {
  readonly rules: Rules;
  /** Time of the write in epoch milliseconds; never before an earlier commit, whatever the clock says. */
  readonly at: number;
  /**
   * The timestamp of versions as ISO 8601 text: `at`, unless the environment says that its clock is authoritative
   * (`timesAreMeant`).
   */
  readonly now: string;
  readonly newDocumentId: () => string;
  /** The events of documents, in order; null where the commit does not record them. */
  readonly causes: Cause[] | null;
  /** Who writes; only asked where there are `causes`. */
  by: Author | undefined;
  /** @internal Number of the last commit before it. */
  readonly follows: number;

  /** @internal Created by a batch. */
  constructor(base: View, rules: Rules, env: Env, notBefore: number, follows: number, isRecording = false) {
    super(base);
    this.follows = follows;
    this.causes = isRecording ? [] : null;
    this.rules = rules;
    const now = timeOfWrite(env);
    this.at = Math.max(now, notBefore);
    this.now = isoTime(env.timesAreMeant?.() === true ? now : this.at);
    this.newDocumentId = () => env.newDocumentId();
  }

  /** A write over this one, at the same time. Nothing of it is in this one. */
  trial(): Transaction {
    const env: Env = {
      now: () => Date.parse(this.now),
      timesAreMeant: () => true,
      newDocumentId: this.newDocumentId,
    };
    return new Transaction(this, this.rules, env, this.at, this.follows);
  }

  /** @internal Makes the changes of a commit that was decided on a fork of this content. */
  repeat({ changes, causes, by }: Commit): void {
    for (const change of changes) repeatChange(this, change);
    if (this.causes !== null && causes !== undefined) this.causes.push(...causes);
    this.by ??= by;
  }

  /** The events and the author that the commit records beside its changes. */
  get meaning(): Meaning | undefined {
    if (this.causes === null) return undefined;
    return { causes: this.causes, ...(this.by !== undefined && { by: this.by }) };
  }

  /** Records what happens to a document. `locale`: as it is stored. */
  cause(event: CauseEvent, type: string, documentId: string, locale: string | null): void {
    this.causes?.push({ event, type, documentId, ...(locale !== null && { locale }) });
  }

  /** Records that these versions of a document are about to be removed. */
  causeRemoval(
    event: "delete" | "unpublish",
    type: string,
    documentId: string,
    locale: string | null,
    layers: readonly Layer[],
  ): void {
    if (this.causes === null) return;
    const was: VersionRecord[] = [];
    for (const layer of layers) {
      const version = this.version(type, documentId, layer);
      if (version !== null) was.push(version);
    }
    this.causes.push({ event, type, documentId, ...(locale !== null && { locale }), was });
  }
}

/** A write that has run, and may still be taken back. */
export interface PendingWrite {
  readonly changes: readonly Change[];
  readonly rules: Rules;
  /** The content without it, and with it, for reads before the write ends: later writes change them. */
  before(): State;
  after(): State;
}

/**
 * Writes that become durable together. Each sees the ones before it; nobody else sees any of them until its commit has
 * been applied to the state.
 */
export class Batch {
  /** The state below the pending writes. */
  #base: State;
  #pending: Overlay;
  readonly #rules: Rules;
  readonly #env: Env;
  readonly #isRecording: boolean;
  #number: number;
  #at: number;
  /** The state with the pending writes in it; null until one is asked about. */
  #withPending: State | null = null;

  /** @internal Created by `Engine.begin`. */
  constructor(state: State, rules: Rules, env: Env, isRecording: boolean) {
    this.#isRecording = isRecording;
    this.#base = state;
    this.#pending = new Overlay(new StateView(state));
    this.#rules = rules;
    this.#env = env;
    this.#number = state.number;
    this.#at = state.at;
  }

  /**
   * Runs a write, and `check` once it has an effect. If one of them throws, the exception is passed on and the write leaves
   * no trace. A write without effect has no commit.
   */
  write<T>(
    work: (transaction: Transaction) => T,
    check: ((write: PendingWrite) => void) | null = null,
  ): { readonly result: T; readonly commit: Commit | null } {
    const transaction = new Transaction(
      this.#pending,
      this.#rules,
      this.#env,
      this.#at,
      this.#number,
      this.#isRecording,
    );
    const result = work(transaction);
    const changes = transaction.changes();
    if (changes.length === 0) return { result, commit: null };
    const commit = commitOf(this.#number + 1, transaction.at, changes, transaction.meaning);
    const after = check === null ? null : this.#checked(commit, check);
    transaction.mergeInto(this.#pending);
    this.#number += 1;
    this.#at = transaction.at;
    if (this.#withPending !== null) this.#withPending = after ?? including(this.#withPending, commit);
    return { result, commit };
  }

  /** The state with a commit in it, if the check has asked for it. Throws what the check throws. */
  #checked(commit: Commit, check: (write: PendingWrite) => void): State | null {
    let made: State | null = null;
    const before = () => {
      this.#withPending ??= this.#forkOfPending();
      return this.#withPending;
    };
    const after = () => {
      made ??= including(before().fork(), commit);
      return made;
    };
    check({ changes: commit.changes, rules: this.#rules, before, after });
    return made;
  }

  /**
   * Runs many writes as one replacement of the content, all at the same time. Each runs over a state that contains the
   * ones before it, so only one of them is pending at a time. The commits contain the whole content, so this is meant
   * for the first content of a store. If one throws, the exception is passed on and none leaves a trace. If nothing
   * changes, there is no commit.
   */
  writeAll(works: Iterable<(transaction: Transaction) => void>, changesPerCommit: number): readonly Commit[] {
    const state = this.#forkOfPending();
    const before = state.number;
    const now = timeOfWrite(this.#env);
    const env: Env = {
      now: () => now,
      timesAreMeant: () => this.#env.timesAreMeant?.() === true,
      newDocumentId: () => this.#env.newDocumentId(),
    };
    for (const work of works) {
      const transaction = new Transaction(new StateView(state), this.#rules, env, this.#at, this.#number);
      work(transaction);
      const changes = transaction.changes();
      if (changes.length > 0) state.apply({ number: state.number + 1, at: transaction.at, changes });
    }
    return state.number === before ? [] : this.replace(state, changesPerCommit);
  }

  /**
   * Replaces the whole content by another state's, as it is now; both have the same schema. This is one commit if
   * `changesPerCommit` is infinite, otherwise as many as a log needs to store one after another; they take effect only
   * together.
   */
  replace(by: State, changesPerCommit: number): readonly Commit[] {
    const frozen = by.fork();
    this.#base = frozen;
    this.#pending = new Overlay(new StateView(frozen));
    this.#withPending = null;
    const commits = Replacement.inCommits(this.#number + 1, frozen, changesPerCommit, this.#isRecording);
    this.#number += commits.length;
    this.#at = frozen.at;
    return commits;
  }

  /** Records that content types with this fingerprint write from now on, at the time of the previous commit. */
  takeSchema(fingerprint: string): Commit {
    this.#number += 1;
    return commitOf(this.#number, this.#at, [{ kind: "schema", fingerprint }]);
  }

  #forkOfPending(): State {
    const changes = this.#pending.changes();
    return including(this.#base.fork(), { at: this.#at, changes });
  }
}

/** Applies changes to a state that only the batch has, as the next commit. */
function including(state: State, { at, changes }: Pick<Commit, "at" | "changes">): State {
  if (changes.length > 0) state.apply({ number: state.number + 1, at, changes });
  return state;
}
