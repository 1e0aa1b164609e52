import { EngineError } from "../../../engine/internal.ts";
import type { Controlled } from "./controlled.ts";

/** Names of forks: what test runners use for ids of tests fits. */
const NAME = /^[\w.:@~-]{1,128}$/;

/** How many forks there may be, and what those together may hold that strangers could have made. */
export interface ForkLimits {
  readonly forks: number;
  /** Bytes of the bodies that were sent to them, and of the requests that they keep. */
  readonly bytes: number;
}

interface NamedFork {
  readonly galley: Controlled;
  /** Made on purpose, by who controls the galley: it stays until it is dropped. */
  readonly isKept: boolean;
  /** Bytes of all bodies that were sent to it. */
  sent: number;
  /** What it holds, as far as it was added up. */
  bytes: number;
}

/**
 * The forks of one galley that are chosen by name over HTTP. Anyone can have one made by naming it, so those give way:
 * the one that was named longest ago goes first when there are too many, or they hold too much.
 */
export class NamedForks {
  readonly #base: Controlled;
  readonly #limits: ForkLimits;
  /** The one that was named last comes last. */
  readonly #forks = new Map<string, NamedFork>();
  /** Of those that are not kept. */
  #bytes = 0;

  constructor(base: Controlled, limits: ForkLimits) {
    this.#base = base;
    this.#limits = limits;
  }

  /**
   * The fork of this name; one that does not exist yet is made of the galley as it is now. `sent`: bytes of the body that
   * it is to answer.
   *
   * @throws EngineError `validation` for what cannot be a name, and when as many forks as there may be are kept.
   */
  at(name: string, sent = 0): Controlled {
    const fork = this.#forks.get(name) ?? this.#add(name, this.#base, false);
    this.#forks.delete(name);
    this.#forks.set(name, fork);
    fork.sent += sent;
    this.#weigh(fork);
    return fork.galley;
  }

  get(name: string): Controlled | undefined {
    return this.#forks.get(name)?.galley;
  }

  /** A new fork of `origin` in the place of the one that had the name, kept until it is dropped. Throws as `at` does. */
  create(name: string, origin: Controlled): void {
    this.#add(name, origin, true);
  }

  names(): readonly string[] {
    return [...this.#forks.keys()].sort();
  }

  /** False when there is none. Requests under way are still answered. */
  drop(name: string): boolean {
    const fork = this.#forks.get(name);
    if (fork === undefined) return false;
    if (!fork.isKept) this.#bytes -= fork.bytes;
    this.#forks.delete(name);
    void fork.galley.close();
    return true;
  }

  dropAll(): void {
    for (const name of this.names()) this.drop(name);
  }

  #add(name: string, origin: Controlled, isKept: boolean): NamedFork {
    if (!NAME.test(name)) {
      throw new EngineError("validation", "The name of a fork is 1 to 128 letters, digits and any of _.:@~-");
    }
    const { forks } = this.#limits;
    if (!this.#forks.has(name) && this.#forks.size >= forks && !this.#dropOldest()) {
      throw new EngineError("validation", `There are ${forks} forks already, as many as there may be: drop some`);
    }
    const fork: NamedFork = { galley: origin.fork(), isKept, sent: 0, bytes: 0 };
    this.drop(name);
    this.#forks.set(name, fork);
    return fork;
  }

  /** Adds up what a fork holds, and drops others for it. */
  #weigh(fork: NamedFork): void {
    if (fork.isKept) return;
    const bytes = fork.sent + fork.galley.requests.bytes;
    this.#bytes += bytes - fork.bytes;
    fork.bytes = bytes;
    while (this.#bytes > this.#limits.bytes && this.#dropOldest(fork));
  }

  /** False where there is none to drop but `spared` and those that are kept. */
  #dropOldest(spared?: NamedFork): boolean {
    for (const [name, fork] of this.#forks) if (!fork.isKept && fork !== spared) return this.drop(name);
    return false;
  }
}
