import type { Env } from "../../env.ts";
import type { Rules } from "../../rules.ts";
import { type Commit, commitOf } from "../commit.ts";
import { Replacement } from "../restore/replacement.ts";
import type { State } from "../state.ts";
import { StateView, type View } from "../view.ts";
import { Overlay } from "./overlay.ts";

/** The last millisecond that a year of four digits has. */
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * The time that an environment shows, in whole epoch milliseconds.
 *
 * @throws RangeError for one that stored content cannot hold: it would be written, and never be read again.
 */
function timeOfWrite(env: Env): number {
  const now = Math.trunc(env.now());
  if (now >= 0 && now <= LAST) return now;
  throw new RangeError(`A write needs a time from 1970 to 9999, not ${now} ms since 1970`);
}

let lastTime = { at: 0, text: new Date(0).toISOString() };

/** As ISO 8601 text, which the writes of one millisecond share. */
function isoTime(at: number): string {
  if (at !== lastTime.at) lastTime = { at, text: new Date(at).toISOString() };
  return lastTime.text;
}

/** One write under way: an overlay with the time and the choices in force. It ends in a commit, or is dropped. */
export class Transaction extends Overlay {
  readonly rules: Rules;
  /** Time of the write in epoch milliseconds; never before that of an earlier commit, whatever the clock says. */
  readonly at: number;
  /** What versions are stamped with, as ISO 8601 text: the same, unless the clock's times are meant. */
  readonly now: string;
  readonly newDocumentId: () => string;

  /** @internal A batch makes them. */
  constructor(base: View, rules: Rules, env: Env, notBefore: number) {
    super(base);
    this.rules = rules;
    const now = timeOfWrite(env);
    this.at = Math.max(now, notBefore);
    this.now = isoTime(env.timesAreMeant?.() === true ? now : this.at);
    this.newDocumentId = () => env.newDocumentId();
  }
}

/**
 * Writes that will become durable together. Each sees those before it; none is seen by anyone else until its commit is
 * applied to the state.
 */
export class Batch {
  /** What the pending writes are laid over. */
  #base: State;
  #pending: Overlay;
  readonly #rules: Rules;
  readonly #env: Env;
  #number: number;
  #at: number;

  /** @internal `Engine.begin` makes them. */
  constructor(state: State, rules: Rules, env: Env) {
    this.#base = state;
    this.#pending = new Overlay(new StateView(state));
    this.#rules = rules;
    this.#env = env;
    this.#number = state.number;
    this.#at = state.at;
  }

  /** Runs a write. What it throws is thrown on, and it leaves no trace. A write without effect has no commit. */
  write<T>(work: (transaction: Transaction) => T): { readonly result: T; readonly commit: Commit | null } {
    const transaction = new Transaction(this.#pending, this.#rules, this.#env, this.#at);
    const result = work(transaction);
    const changes = transaction.changes();
    if (changes.length === 0) return { result, commit: null };
    transaction.mergeInto(this.#pending);
    this.#number += 1;
    this.#at = transaction.at;
    return { result, commit: commitOf(this.#number, this.#at, changes) };
  }

  /**
   * Runs many writes as one replacement of the content, at one time. Each runs over a state that holds those before it, so
   * that only one of them is pending at a time, but the commits are those of the whole content: meant for what a store
   * begins with. What one of them throws is thrown on, and none leaves a trace. Without any effect there is no commit.
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
      const transaction = new Transaction(new StateView(state), this.#rules, env, this.#at);
      work(transaction);
      const changes = transaction.changes();
      if (changes.length > 0) state.apply({ number: state.number + 1, at: transaction.at, changes });
    }
    return state.number === before ? [] : this.replace(state, changesPerCommit);
  }

  /**
   * Exchanges the whole content for that of another state of the same schema, as it is now: one commit
   * where `changesPerCommit` is infinite, else as many as a log needs to store one after the other. They count only together.
   */
  replace(by: State, changesPerCommit: number): readonly Commit[] {
    const frozen = by.fork();
    this.#base = frozen;
    this.#pending = new Overlay(new StateView(frozen));
    const commits = Replacement.inCommits(this.#number + 1, frozen, changesPerCommit);
    this.#number += commits.length;
    this.#at = frozen.at;
    return commits;
  }

  /** Says that content types with this fingerprint write from now on, at the time of the commit before. */
  takeSchema(fingerprint: string): Commit {
    this.#number += 1;
    return commitOf(this.#number, this.#at, [{ kind: "schema", fingerprint }]);
  }

  #forkOfPending(): State {
    const state = this.#base.fork();
    const changes = this.#pending.changes();
    if (changes.length > 0) state.apply({ number: state.number + 1, at: this.#at, changes });
    return state;
  }
}
