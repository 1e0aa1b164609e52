import { EngineError } from "../../engine/index.ts";
import type { Controlled } from "./controlled.ts";

/** Names of forks: what test runners use for ids of tests fits. */
const NAME = /^[\w.:@~-]{1,128}$/;

/** The forks of one galley that are chosen by name over HTTP. */
export class NamedForks {
  readonly #base: Controlled;
  readonly #limit: number;
  readonly #forks = new Map<string, Controlled>();

  constructor(base: Controlled, limit: number) {
    this.#base = base;
    this.#limit = limit;
  }

  /**
   * The fork of this name; one that does not exist yet is made of the galley as it is now.
   *
   * @throws EngineError `validation` for what cannot be a name, and when there are as many forks as there may be.
   */
  at(name: string): Controlled {
    return this.#forks.get(name) ?? this.create(name, this.#base);
  }

  get(name: string): Controlled | undefined {
    return this.#forks.get(name);
  }

  /** A new fork of `origin` in the place of the one that had the name. Throws as `at` does. */
  create(name: string, origin: Controlled): Controlled {
    if (!NAME.test(name)) {
      throw new EngineError("validation", "The name of a fork is 1 to 128 letters, digits and any of _.:@~-");
    }
    if (!this.#forks.has(name) && this.#forks.size >= this.#limit) {
      throw new EngineError("validation", `There are ${this.#limit} forks already, as many as there may be: drop some`);
    }
    const fork = origin.fork();
    void this.drop(name);
    this.#forks.set(name, fork);
    return fork;
  }

  names(): readonly string[] {
    return [...this.#forks.keys()];
  }

  /** False when there is none. Requests under way are still answered. */
  drop(name: string): boolean {
    const fork = this.#forks.get(name);
    void fork?.close();
    return this.#forks.delete(name);
  }

  dropAll(): void {
    for (const name of this.names()) this.drop(name);
  }
}
