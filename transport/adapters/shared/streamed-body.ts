import { HttpError } from "../../http/http-error.ts";
import type { ArrivingBody } from "../../http/port.ts";
import type { BodyBudget } from "./body-budget.ts";
import { BUSY_MESSAGE, DISCARDED_BYTES } from "./limits.ts";

/** High and low water mark in bytes: above the first the client has to wait, below the second it goes on. */
const HIGH_WATER = 262_144;
const LOW_WATER = 65_536;

export interface BodyFlow {
  pause(): void;
  resume(): void;
}

/** A body that the handler reads as it arrives: a queue between the two, with back-pressure when it is full. */
export class StreamedBody implements ArrivingBody {
  readonly #limit: number;
  readonly #budget: BodyBudget;
  readonly #flow: BodyFlow;
  #chunks: Uint8Array[] = [];
  #held = 0;
  #size = 0;
  #isPaused = false;
  #isEnded = false;
  #isDiscarding = false;
  #error: HttpError | null = null;
  #wake: () => void = () => {};

  /** `limit`: maximum body size in bytes. */
  constructor(limit: number, budget: BodyBudget, flow: BodyFlow) {
    this.#limit = limit;
    this.#budget = budget;
    this.#flow = flow;
  }

  /** Whether the client is made to wait. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Takes ownership of a chunk. */
  push(chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    if (this.#size > this.#limit) this.fail(new HttpError("body too large", "request entity too large"));
    else if (this.#error === null && !this.#isDiscarding) this.#hold(chunk);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** The handler gets this error in place of the rest. */
  fail(error: HttpError): void {
    this.#error ??= error;
    this.#drop();
    this.#wake();
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      if (this.#error !== null) throw this.#error;
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) {
        yield chunk;
        this.#release(chunk.byteLength);
      } else if (this.#isEnded) return;
      else await this.#change();
    }
  }

  /**
   * Call when the handler has answered: the rest is discarded, so that the client can read its answer.
   * False: more would have come than anyone would read.
   */
  async discardRest(): Promise<boolean> {
    const most = this.#size + DISCARDED_BYTES;
    this.#isDiscarding = true;
    this.#drop();
    while (!this.#isEnded && this.#size <= most) await this.#change();
    return this.#isEnded;
  }

  #hold(chunk: Uint8Array): void {
    if (!this.#budget.take(chunk.byteLength)) {
      this.fail(new HttpError("overloaded", BUSY_MESSAGE, [["retry-after", "1"]]));
      return;
    }
    this.#chunks.push(chunk);
    this.#held += chunk.byteLength;
    if (this.#held < HIGH_WATER || this.#isPaused) return;
    this.#isPaused = true;
    this.#flow.pause();
  }

  #drop(): void {
    this.#chunks = [];
    this.#release(this.#held);
  }

  #release(bytes: number): void {
    const released = Math.min(bytes, this.#held);
    this.#held -= released;
    this.#budget.give(released);
    if (!this.#isPaused || this.#held > LOW_WATER) return;
    this.#isPaused = false;
    this.#flow.resume();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
