import type { Env } from "../../engine/internal.ts";
import { Clock, type ClockOption } from "./clock.ts";
import { type DocumentIds, documentIds, type IdsOption } from "./document-ids.ts";
import { type Random, SYSTEM_RANDOM, seededRandom } from "./random.ts";

export interface RuntimeOptions {
  readonly clock?: ClockOption;
  readonly ids?: IdsOption;
}

/**
 * The impure needs of one deployment: time, ids, chance. Nothing else in it asks the system for any of them, so that the
 * same options and requests give the same answers (promise P9). A fork goes on alike, and apart.
 */
export class Runtime implements Env {
  readonly clock: Clock;
  #ids: DocumentIds;
  #random: Random;
  #requests = 0;
  /** What ids of requests begin with; null until it is drawn. */
  #requestWord: string | null;

  /** The system's clock and random ids when absent. Any other choice of ids makes all that is left to chance repeatable. */
  constructor({ clock, ids = "random" }: RuntimeOptions) {
    this.clock = new Clock(clock);
    this.#ids = documentIds(ids);
    this.#random = randomFor(ids);
    this.#requestWord = ids === "random" ? null : "r-";
  }

  /** The time of a write: moves a stepping clock on. */
  now(): number {
    return this.clock.tick();
  }

  timesAreMeant(): boolean {
    return this.clock.isSet;
  }

  newDocumentId(): string {
    return this.#ids.next();
  }

  /** A word for this deployment and a count, so that logs of several can be read together. */
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

  /** Goes on as the other one would. */
  become(other: Runtime): void {
    this.clock.become(other.clock);
    this.#ids = other.#ids.fork();
    this.#random = other.#random.fork();
    this.#requests = other.#requests;
    this.#requestWord = other.#requestWord;
  }
}

/** Tells the ids of one deployment from those of others. */
function newWord(): string {
  return `${Buffer.from(SYSTEM_RANDOM.bytes(6)).toString("base64url")}-`;
}

function randomFor(ids: IdsOption): Random {
  if (ids === "random") return SYSTEM_RANDOM;
  return seededRandom(typeof ids === "number" ? ids : 0, 2);
}
