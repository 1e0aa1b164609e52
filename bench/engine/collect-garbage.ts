import { milliseconds } from "./processor-time.ts";

/** Milliseconds between two looks at whether V8's threads still sweep. */
const POLL_INTERVAL = 200;

/** Milliseconds of the processor that all threads take meanwhile, at most, when they are done. */
const IDLE = 2;

/**
 * Collects all garbage, and has V8 sweep the heap while nothing runs: otherwise the next work waits for its threads, or
 * sweeps a page each time that it needs memory. Only if the process was started with --expose-gc.
 */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) return;
  globalThis.gc();
  const silence = new Int32Array(new SharedArrayBuffer(4));
  while (milliseconds(() => Atomics.wait(silence, 0, 0, POLL_INTERVAL)) > IDLE);
}
