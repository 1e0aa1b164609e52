import { IndexDemand } from "../../../engine/indexes/building/index-demand.ts";
import { type Engine, type ReadContext, Suspension } from "../../../engine/internal.ts";

/** Runs after which a read is not suspended any more, as where a galley runs it. */
const MAX_RUNS = 8;

/** More steps than any build of a test has. */
const MAX_STEPS = 10_000;

/** The same read where it may be suspended. */
export function suspendable(reading: ReadContext): ReadContext {
  const { view } = reading;
  return { ...reading, view: { ...view, demand: new IndexDemand(view.state.buildSignals, true) } };
}

/** A read that is run again whenever its index is there. */
export class SuspendedRead<T> {
  readonly #engine: Pick<Engine, "withoutSuspension">;
  readonly #read: () => T;
  #suspension: Suspension | null = null;
  #runs = 0;
  #steps = 0;

  constructor(engine: Pick<Engine, "withoutSuspension">, read: () => T) {
    this.#engine = engine;
    this.#read = read;
  }

  /** Makes a step of the build, or runs the read; returns the result once it is there. */
  advance(): { readonly result: T } | null {
    const suspension = this.#suspension;
    if (suspension === null || suspension.isOver) return this.#run();
    if (++this.#steps > MAX_STEPS) throw new Error("A read waits forever");
    suspension.step();
    return null;
  }

  finish(): T {
    for (;;) {
      const done = this.advance();
      if (done !== null) return done.result;
    }
  }

  #run(): { readonly result: T } | null {
    const read = this.#read;
    if (++this.#runs === MAX_RUNS) return { result: this.#engine.withoutSuspension(read) };
    try {
      return { result: read() };
    } catch (error) {
      if (!(error instanceof Suspension)) throw error;
      this.#suspension = error;
      return null;
    }
  }
}
