/** Milliseconds within which V8's threads sweep a heap of 3 GB. */
const SWEEPING = 2_000;

/**
 * Collects all garbage, and has V8 sweep the heap while nothing runs: otherwise what comes next sweeps a page each time that
 * it needs memory. Only if the process was started with --expose-gc.
 */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) return;
  globalThis.gc();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SWEEPING);
}
