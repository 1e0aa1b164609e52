import { type Engine, Suspension } from "../../engine/internal.ts";
import { HttpError } from "../http/http-error.ts";
import type { RunLater } from "../http/service.ts";
import type { Log } from "../runtime/log.ts";

/** Milliseconds that building takes between two requests. */
const SLICE = 8;

/** Reads that wait at a time; others are refused. */
const MAX_WAITING = 1_000;

/** A read that was suspended so often builds its indexes at once: where memory is short, others drop them again. */
const MAX_RUNS = 64;

/** A read that waits. */
interface Waiting {
  suspension: Suspension;
  runs: number;
  /** Steps that were made for it. */
  steps: number;
  run(): void;
  fail(error: unknown): void;
}

/**
 * Builds the indexes that queries lack, a slice in each turn of the event loop, so that requests are answered in
 * between: first indexes that suspended reads wait for, a step for each read in turn, then the others. These get as
 * many steps as the finished reads had: else they would never be finished while reads keep waiting (fair queueing). A
 * read runs again when its index is there, in a turn without slices. There is no timer while nothing is being built,
 * and only reads that wait keep the process alive.
 */
export class BackgroundBuilds {
  readonly #engine: Engine;
  readonly #log: Pick<Log, "error">;
  readonly #waiting: Waiting[] = [];
  /** Steps that are due to the indexes for which no read waits. */
  #due = 0;
  #timer: NodeJS.Timeout | null = null;
  #isEnded = false;

  constructor(engine: Engine, log: Pick<Log, "error">) {
    this.#engine = engine;
    this.#log = log;
    engine.onIndexMissed(() => this.#later());
  }

  /** Runs a read again once it need not be suspended. Rejects with its error, and with HttpError if too many reads wait. */
  readonly runLater: RunLater = <T>(suspension: Suspension, read: () => T | Promise<T>, signal?: AbortSignal) =>
    new Promise<T>((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      if (this.#waiting.length >= MAX_WAITING) return reject(tooManyWait());
      const waiting: Waiting = { suspension, runs: 0, steps: 0, run: () => resolve(read()), fail: reject };
      this.#waiting.push(waiting);
      this.#later();
      signal?.addEventListener("abort", () => {
        this.#leave(waiting);
        reject(signal.reason);
      });
    });

  /** Builds nothing more, except for reads that wait. */
  end(): void {
    this.#isEnded = true;
    this.#later();
  }

  /** A read waits no more. */
  #leave(waiting: Waiting): void {
    const at = this.#waiting.indexOf(waiting);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    this.#due += waiting.steps;
    waiting.suspension.cancel(this.#waiting.map(({ suspension }) => suspension));
    this.#later();
  }

  get #hasWork(): boolean {
    return this.#waiting.length > 0 || !this.#isEnded;
  }

  #later(): void {
    if (!this.#hasWork) {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      return;
    }
    this.#timer ??= setTimeout(() => this.#turn(), 0);
    if (this.#waiting.length > 0) this.#timer.ref();
    else this.#timer.unref();
  }

  /** Makes steps, or runs reads: other requests would wait for both together. */
  #turn(): void {
    this.#timer = null;
    const end = performance.now() + SLICE;
    const runs = this.#isNextRun;
    do {
      if (!this.#step()) return;
    } while (performance.now() < end && this.#isNextRun === runs);
    this.#later();
  }

  /** Whether the next step runs a read. */
  get #isNextRun(): boolean {
    return this.#waiting[0]?.suspension.isOver === true;
  }

  /** Makes one step; false if nothing is left to do. */
  #step(): boolean {
    if (this.#isNextRun || this.#due === 0) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        this.#advance(next);
        return true;
      }
    }
    const isBuilding = !this.#isEnded && this.#attempt(() => this.#engine.buildStep());
    this.#due = isBuilding ? Math.max(0, this.#due - 1) : 0;
    return isBuilding || this.#waiting.length > 0;
  }

  /** Runs a read if nothing is left to wait for, else makes a step towards it. */
  #advance(waiting: Waiting): void {
    if (waiting.suspension.isOver) {
      this.#run(waiting);
      return;
    }
    this.#waiting.push(waiting);
    waiting.steps++;
    this.#attempt(() => {
      waiting.suspension.step();
      return true;
    });
  }

  /** A fault, such as content that cannot be read, ends the build: a query that needs the content meets it again. */
  #attempt(step: () => boolean): boolean {
    try {
      return step();
    } catch (error) {
      this.#log.error({ err: error }, "An index was not built");
      return true;
    }
  }

  #run(waiting: Waiting): void {
    waiting.runs++;
    try {
      if (waiting.runs < MAX_RUNS) waiting.run();
      else this.#engine.withoutSuspension(() => waiting.run());
    } catch (error) {
      if (error instanceof Suspension) {
        waiting.suspension = error;
        this.#waiting.push(waiting);
        return;
      }
      waiting.fail(error);
    }
    this.#due += waiting.steps;
  }
}

function tooManyWait(): HttpError {
  return new HttpError("overloaded", "Too many requests wait for indexes, please try again later.", [
    ["retry-after", "1"],
  ]);
}
