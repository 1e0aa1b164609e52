import { EngineError } from "../../../../engine/internal.ts";
import type { Controlled } from "../controlled.ts";

/** Valid names of forks: the test ids of test runners fit. */
const NAME = /^[\w.:@~-]{1,128}$/;

/** Limits on the number of forks, and on the memory of forks that strangers could have created. */
export interface ForkLimits {
  readonly forks: number;
  /** Bytes of the bodies that were sent to them, and of their recorded requests. */
  readonly bytes: number;
}

interface NamedFork {
  readonly galley: Controlled;
  /** Created explicitly by the galley's controller: kept until it is dropped. */
  readonly isKept: boolean;
  /** Bytes of all bodies that were sent to it. */
  sent: number;
  /** Bytes that it holds, as last computed. */
  bytes: number;
}

/**
 * The forks of one galley that are selected by name over HTTP. Anyone can create a fork by naming it, so such forks are
 * evicted: the least recently named one first, if there are too many or they hold too much.
 */
export class NamedForks {
  readonly #base: Controlled;
  readonly #limits: ForkLimits;
  /** In order of use: the last named one is last. */
  readonly #forks = new Map<string, NamedFork>();
  /** The bytes of forks that are not kept. */
  #bytes = 0;

  constructor(base: Controlled, limits: ForkLimits) {
    this.#base = base;
    this.#limits = limits;
  }

  /**
   * The fork of this name; a new one is created from the present galley. `sent`: bytes of the body that it is
   * to answer.
   *
   * @throws EngineError `validation` for an invalid name, and if the maximum number of forks is kept.
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

  /** A new fork of `origin` under this name, replacing any other, kept until it is dropped. Throws as `at` does. */
  create(name: string, origin: Controlled): void {
    this.#add(name, origin, true);
  }

  names(): readonly string[] {
    return [...this.#forks.keys()].sort();
  }

  /** False if there is none. Requests in progress are still answered. */
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

  /** Updates the bytes that a fork holds, and evicts others if necessary. */
  #weigh(fork: NamedFork): void {
    if (fork.isKept) return;
    const bytes = fork.sent + fork.galley.requests.bytes;
    this.#bytes += bytes - fork.bytes;
    fork.bytes = bytes;
    while (this.#bytes > this.#limits.bytes && this.#dropOldest(fork));
  }

  /** False if there is nothing to evict except `spared` and kept forks. */
  #dropOldest(spared?: NamedFork): boolean {
    for (const [name, fork] of this.#forks) if (!fork.isKept && fork !== spared) return this.drop(name);
    return false;
  }
}
