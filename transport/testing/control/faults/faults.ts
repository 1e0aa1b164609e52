import type { Random } from "../../../runtime/random.ts";
import { type Matcher, matcherOf } from "../requests/request-match.ts";
import type { SeenRequest } from "../requests/seen-request.ts";
import { checkDelay, checkFault, type Delay, type FaultSpec } from "./fault.ts";

/** A fault that was added. */
export interface Fault {
  readonly id: number;
  readonly spec: FaultSpec;
  /** Number of requests that it has hit. */
  readonly hits: number;
  remove(): void;
}

interface Live extends Fault {
  hits: number;
  readonly matches: Matcher;
}

/** The injected faults of one galley. */
export class Faults {
  readonly #random: () => Random;
  readonly #live = new Map<number, Live>();
  #added = 0;
  #latency: Delay = 0;

  /** @internal `random` decides on probabilities and on delays from a range. */
  constructor(random: () => Random) {
    this.#random = random;
  }

  /** @throws EngineError `validation` with every fault of the specification and its path. */
  add(given: FaultSpec): Fault {
    const spec = checkFault(given);
    this.#added += 1;
    const id = this.#added;
    const live: Live = { id, spec, hits: 0, matches: matcherOf(spec.match ?? {}), remove: () => void this.remove(id) };
    this.#live.set(id, live);
    return live;
  }

  /** In the order in which they were added. */
  list(): readonly Fault[] {
    return [...this.#live.values()];
  }

  /** False if there is none with this id. */
  remove(id: number): boolean {
    return this.#live.delete(id);
  }

  /** Removes all faults, and the latency. */
  clear(): void {
    this.#live.clear();
    this.#latency = 0;
  }

  /** Delays every answer by this time: initially 0. Throws EngineError `validation`. */
  get latency(): Delay {
    return this.#latency;
  }

  set latency(delay: Delay) {
    this.#latency = checkDelay(delay);
  }

  /** @internal Whether there are neither faults nor latency. */
  get isQuiet(): boolean {
    return this.#live.size === 0 && this.#latency === 0;
  }

  /** @internal The first fault that hits this request, which is counted; null if there is none. */
  hit(request: SeenRequest): FaultSpec | null {
    for (const live of this.#live.values()) {
      const { times, probability = 1 } = live.spec;
      if (!live.matches(request)) continue;
      if (probability < 1 && this.#random().number() >= probability) continue;
      live.hits += 1;
      if (live.hits === times) live.remove();
      return live.spec;
    }
    return null;
  }

  /** @internal Milliseconds that one request has to wait. */
  lengthOf(delay: Delay): number {
    if (typeof delay === "number") return delay;
    const [least, most] = delay;
    return least === most ? least : least + this.#random().number() * (most - least);
  }
}
