import { openSync, readlinkSync, readSync } from "node:fs";
import { basename } from "node:path";

/** Microseconds of the processor that all threads of this process have taken. */
export function cpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Milliseconds of the processor that some work takes, in all threads of the process. */
export function milliseconds(work: () => unknown): number {
  const start = cpuMicros();
  work();
  return (cpuMicros() - start) / 1000;
}

/** The same of work that is done later. */
export async function millisecondsOf<T>(
  work: () => T | Promise<T>,
): Promise<{ readonly value: T; readonly cpu: number }> {
  const start = cpuMicros();
  const value = await work();
  return { value, cpu: (cpuMicros() - start) / 1000 };
}

/** Milliseconds of the life of a thread. */
export interface ThreadTimes {
  /** On a processor. */
  readonly running: number;
  /** Ready to run, while other threads had the processors. */
  readonly ready: number;
}

const text = Buffer.alloc(64);

/** The times of a thread of this process; on Linux only. */
export class ThreadClock {
  readonly #statistics: number;

  constructor(thread: string) {
    this.#statistics = openSync(`/proc/self/task/${thread}/schedstat`, "r");
  }

  static ofMain(): ThreadClock {
    return new ThreadClock(String(process.pid));
  }

  /** The clock of the thread that calls this. */
  static ofCaller(): ThreadClock {
    return new ThreadClock(basename(readlinkSync("/proc/thread-self")));
  }

  get times(): ThreadTimes {
    const length = readSync(this.#statistics, text, 0, text.length, 0);
    const [running = 0, ready = 0] = text.toString("latin1", 0, length).split(" ").map(Number);
    return { running: running / 1e6, ready: ready / 1e6 };
  }
}

let main: ThreadClock | null = null;

/** Milliseconds of the processor that the main thread has taken; on Linux only. */
export function threadMilliseconds(): number {
  main ??= ThreadClock.ofMain();
  return main.times.running;
}

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
