import type { Env } from "../env.ts";
import type { Rules } from "../rules.ts";
import type { Commit } from "./commit.ts";
import { Overlay } from "./overlay.ts";
import { Replacement } from "./replacement.ts";
import type { State } from "./state.ts";
import { StateView, type View } from "./view.ts";

/** One write under way: an overlay with the time and the choices in force. It ends in a commit, or is dropped. */
export class Transaction extends Overlay {
  readonly rules: Rules;
  /** Time of the write in epoch milliseconds; never before that of an earlier commit, whatever the clock says. */
  readonly at: number;
  /** What versions are stamped with, as ISO 8601 text: the same, unless the clock's times are meant. */
  readonly now: string;
  readonly newDocumentId: () => string;

  constructor(base: View, rules: Rules, env: Env, notBefore: number) {
    super(base);
    this.rules = rules;
    const now = env.now();
    this.at = Math.max(now, notBefore);
    this.now = new Date(env.timesAreMeant?.() === true ? now : this.at).toISOString();
    this.newDocumentId = () => env.newDocumentId();
  }
}

/**
 * Writes that will become durable together. Each sees those before it; none is seen by anyone else until its commit is
 * applied to the state.
 */
export class Batch {
  #pending: Overlay;
  readonly #rules: Rules;
  readonly #env: Env;
  #number: number;
  #at: number;

  constructor(state: State, rules: Rules, env: Env) {
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
    return { result, commit: { number: this.#number, at: this.#at, changes } };
  }

  /** Exchanges the whole content for that of another state of the same schema, as it is now. */
  replace(by: State): Commit {
    const frozen = by.fork();
    this.#pending = new Overlay(new StateView(frozen));
    this.#number += 1;
    this.#at = frozen.at;
    return new Replacement(this.#number, frozen);
  }
}
