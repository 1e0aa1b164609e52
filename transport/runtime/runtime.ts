import type { Env } from "../../engine/internal.ts";
import { Clock, type ClockOption } from "./clock.ts";
import { type DocumentIds, documentIds, type IdsOption } from "./document-ids.ts";
import { type Random, SYSTEM_RANDOM, seededRandom } from "./random.ts";

export interface RuntimeOptions {
  readonly clock?: ClockOption;
  readonly ids?: IdsOption;
}

/**
 * The impure dependencies of one deployment: time, ids, randomness. Nothing else asks the system for any of them, so that
 * the same options and requests give the same answers (promise P9). A fork continues alike, and independently.
 */
export class Runtime implements Env {
  readonly clock: Clock;
  #ids: DocumentIds;
  #random: Random;
  #requests = 0;
  /** Prefix of request ids; null until it is drawn. */
  #requestWord: string | null;

  /** By default the system's clock and random ids. With any other choice of ids, all randomness is reproducible. */
  constructor({ clock, ids = "random" }: RuntimeOptions) {
    this.clock = new Clock(clock);
    this.#ids = documentIds(ids);
    this.#random = randomFor(ids);
    this.#requestWord = ids === "random" ? null : "r-";
  }

  /** The time of a write: advances a stepping clock. */
  now(): number {
    return this.clock.tick();
  }

  timesAreMeant(): boolean {
    return this.clock.isSet;
  }

  newDocumentId(): string {
    return this.#ids.next();
  }

  /** A prefix for this deployment and a count, so that logs of several can be merged. */
  newRequestId(): string {
    this.#requestWord ??= newWord();
    this.#requests += 1;
    return this.#requestWord + this.#requests.toString(36);
  }

  get random(): Random {
    return this.#random;
  }

  fork(): Runtime {
    const fork = new Runtime({});
    fork.become(this);
    return fork;
  }

  /** Copies the state of another runtime. */
  become(other: Runtime): void {
    this.clock.become(other.clock);
    this.#ids = other.#ids.fork();
    this.#random = other.#random.fork();
    this.#requests = other.#requests;
    this.#requestWord = other.#requestWord;
  }
}

/** Distinguishes the ids of deployments. */
function newWord(): string {
  return `${Buffer.from(SYSTEM_RANDOM.bytes(6)).toString("base64url")}-`;
}

function randomFor(ids: IdsOption): Random {
  if (ids === "random") return SYSTEM_RANDOM;
  return seededRandom(typeof ids === "number" ? ids : 0, 2);
}
