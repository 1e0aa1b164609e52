import { type Answer, NO_ANSWER } from "../../../http/answer.ts";
import { type Random, seededRandom } from "../../../runtime/random.ts";
import { type Matcher, testOf } from "../requests/request-match.ts";
import type { SeenRequest } from "../requests/seen-request.ts";
import {
  checkDelay,
  checkFault,
  type Delay,
  type FaultMatch,
  type FaultSpec,
  isUnanswered,
  MAX_TIMEOUT,
} from "./fault.ts";
import type { HeldRequest, Waiting } from "./held-request.ts";
import { Latch } from "./latch.ts";
import { isOwnPath, type Slowness } from "./slowness.ts";

/** A fault that was added. */
export interface Fault {
  readonly id: number;
  readonly spec: FaultSpec;
  /** Number of requests that it has hit. */
  readonly hits: number;
  /** Refuses the requests that it holds with 503. */
  remove(): void;
}

/** A fault that holds requests until it is released. */
export interface Gate extends Fault {
  /**
   * Resolves with the first request that the gate holds. Rejects with ExpectationError if the gate is released or removed
   * before one came.
   */
  readonly reached: Promise<SeenRequest>;
  /** Lets the held requests go on, and holds no others. */
  release(): void;
}

/** The options of a gate besides holding requests. */
export type HoldOptions = Omit<FaultSpec, "match" | "hold">;

class Live implements Gate {
  readonly id: number;
  readonly spec: FaultSpec;
  hits = 0;
  /** Matching requests, hit or not. */
  seen = 0;
  readonly matches: Matcher;
  readonly latch: Latch | null;
  readonly #faults: Faults;

  constructor(id: number, spec: FaultSpec, faults: Faults) {
    this.id = id;
    this.spec = spec;
    this.matches = testOf(spec.match ?? {});
    this.latch = spec.hold === true ? new Latch() : null;
    this.#faults = faults;
  }

  get reached(): Promise<SeenRequest> {
    return (this.latch ?? new Latch()).reached;
  }

  readonly remove = (): void => void this.#faults.remove(this.id);

  readonly release = (): void => void this.#faults.release(this.id);
}

/** A fault that hits one request. */
export type Hit = Pick<Live, "id" | "spec" | "latch">;

/** The fate of one request: a fault, slowness, or both. */
export interface Met {
  readonly hit: Hit | null;
  readonly spec: FaultSpec;
  /** Milliseconds that the request has to wait. */
  readonly time: number;
}

const NONE: FaultSpec = {};

/** Of the numbers that decide on slowness: other answers stay as they are without it. */
const SLOWNESS_STREAM = 3;

/** The injected faults of one galley. */
export class Faults {
  readonly #random: () => Random;
  readonly #live = new Map<number, Live>();
  /** Those that may hold requests, though they may hit no others. */
  readonly #gates = new Map<number, Live>();
  /** The requests that wait, with their answers. */
  readonly #held = new Map<HeldRequest, Promise<unknown>>();
  /** Ends the pauses of answers that drip. */
  readonly #pauses = new Set<() => void>();
  #clearings = 0;
  #added = 0;
  #latency: Delay = 0;
  readonly #configured: Slowness | null;
  #slowness: Slowness | null = null;
  #slownessRandom: Random | null = null;

  /** @internal `random` decides on probabilities and on delays from a range; `slowness`: as configured. */
  constructor(random: () => Random, slowness: Slowness | null = null) {
    this.#random = random;
    this.#configured = slowness;
    this.#slowDown();
  }

  /** Begins with the configured slowness. */
  #slowDown(): void {
    this.#slowness = this.#configured;
    this.#latency = this.#configured?.latency ?? 0;
    this.#slownessRandom = null;
  }

  /** @throws EngineError `validation` with every fault of the specification and its path. */
  add(given: FaultSpec): Fault {
    return this.#add(given);
  }

  /** Holds matching requests before anything else until the gate is released. Throws as `add` does. */
  hold(match: FaultMatch = {}, options: HoldOptions = {}): Gate {
    return this.#add({ ...options, match, hold: true });
  }

  #add(given: FaultSpec): Live {
    const spec = checkFault(given);
    this.#added += 1;
    const live = new Live(this.#added, spec, this);
    this.#live.set(live.id, live);
    if (live.latch !== null) this.#gates.set(live.id, live);
    return live;
  }

  /** In the order in which they were added. */
  list(): readonly Fault[] {
    return [...this.#live.values()];
  }

  /** The faults that have hit no request so far: a test may have meant other requests. */
  unused(): readonly Fault[] {
    return this.list().filter(({ hits }) => hits === 0);
  }

  /** Refuses the requests that the fault holds with 503. False if there is none with this id. */
  remove(id: number): boolean {
    const fault = this.#gates.get(id) ?? this.#live.get(id);
    this.#live.delete(id);
    this.#gates.delete(id);
    fault?.latch?.end("removed");
    const refused = this.#refuse((held) => held.fault === id);
    return fault !== undefined || refused.length > 0;
  }

  /** @internal The gate with this id; undefined if there is none. */
  gate(id: number): Gate | undefined {
    return this.#gates.get(id);
  }

  /** @internal Opens a gate. */
  release(id: number): void {
    const gate = this.#gates.get(id);
    this.#live.delete(id);
    this.#gates.delete(id);
    gate?.latch?.open();
  }

  /** Removes all faults, and the configured slowness. Requests that they hold are refused with 503. */
  clear(): void {
    for (const { id } of [...this.#live.values(), ...this.#gates.values()]) this.remove(id);
    this.#latency = 0;
    this.#slowness = null;
    this.#clearings += 1;
    for (const end of this.#pauses) end();
    void this.refuseHeld();
  }

  /** @internal Removes all faults; the configured slowness begins anew. */
  reset(): void {
    this.clear();
    this.#slowDown();
  }

  /** @internal Refuses all held requests with 503; resolves when they are answered. */
  async refuseHeld(): Promise<void> {
    await Promise.allSettled(this.#refuse(() => true));
  }

  #refuse(which: (held: HeldRequest) => boolean): readonly Promise<unknown>[] {
    const refused = [...this.#held].filter(([held]) => which(held));
    for (const [held] of refused) held.refuse();
    return refused.map(([, answered]) => answered);
  }

  /**
   * Delays every answer by this time, except below `/_`: initially as configured, or 0. Throws EngineError
   * `validation`.
   */
  get latency(): Delay {
    return this.#latency;
  }

  set latency(delay: Delay) {
    this.#latency = checkDelay(delay);
  }

  /** @internal Whether there are neither faults nor slowness. */
  get isQuiet(): boolean {
    return this.#live.size === 0 && this.#latency === 0 && this.#slowness === null;
  }

  /** @internal What this request meets; hits are counted. */
  meet(request: SeenRequest): Met {
    const hit = this.#hit(request);
    const own = hit?.spec ?? NONE;
    const latency = this.#slowness?.latencyOf(request) ?? (isOwnPath(request) ? 0 : this.#latency);
    const time =
      lengthOf(latency, () => this.#slownessNumber()) + lengthOf(own.delay ?? 0, () => this.#random().number());
    return { hit, spec: this.#slowed(own, request), time };
  }

  #slownessNumber(): number {
    this.#slownessRandom ??= seededRandom(this.#configured?.seed ?? 0, SLOWNESS_STREAM);
    return this.#slownessRandom.number();
  }

  /** A fault, with the configured errors and bandwidth where it says nothing about them. */
  #slowed(spec: FaultSpec, request: SeenRequest): FaultSpec {
    if (this.#slowness === null || isUnanswered(spec)) return spec;
    const rate = spec.status === undefined ? this.#slowness.errorsOf(request) : null;
    const fails = rate !== null && this.#slownessNumber() < rate.probability;
    const bandwidth = spec.drip === undefined ? this.#slowness.bandwidthOf(request) : null;
    return { ...(bandwidth !== null && { bandwidth }), ...(fails && { status: rate.status }), ...spec };
  }

  /** The first fault that hits this request, which is counted; null if there is none. */
  #hit(request: SeenRequest): Hit | null {
    for (const live of this.#live.values()) {
      const { after = 0, times, probability = 1 } = live.spec;
      if (!live.matches(request)) continue;
      live.seen += 1;
      if (live.seen <= after) continue;
      if (probability < 1 && this.#random().number() >= probability) continue;
      live.hits += 1;
      // A gate goes on to hold the request.
      if (live.hits === times) this.#live.delete(live.id);
      return live;
    }
    return null;
  }

  /** @internal Answers a request by `answer` once it has waited: not at all if the client goes before. */
  answerHeld(held: HeldRequest, waits: readonly Waiting[], answer: () => Answer | Promise<Answer>): Promise<Answer> {
    const answered = this.#answerHeld(held, waits, answer);
    this.#held.set(held, answered);
    return answered;
  }

  async #answerHeld(...[held, waits, answer]: Parameters<Faults["answerHeld"]>): Promise<Answer> {
    try {
      await held.wait(waits).finally(() => this.#held.delete(held));
      return await answer();
    } catch (error) {
      if (held.isGone) return NO_ANSWER;
      throw error;
    }
  }

  /** @internal Waits between the parts of one answer; no longer once all faults are removed. */
  pausing(): (milliseconds: number) => Promise<void> {
    const clearings = this.#clearings;
    return (milliseconds) =>
      clearings === this.#clearings ? new Promise((resolve) => this.#pause(milliseconds, resolve)) : Promise.resolve();
  }

  #pause(milliseconds: number, resolve: () => void): void {
    const end = () => {
      clearTimeout(timer);
      this.#pauses.delete(end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, MAX_TIMEOUT));
    this.#pauses.add(end);
  }
}

/** Milliseconds of a delay, drawn from its range. */
function lengthOf(delay: Delay, number: () => number): number {
  if (typeof delay === "number") return delay;
  const [least, most] = delay;
  return least === most ? least : least + number() * (most - least);
}
