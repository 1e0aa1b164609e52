import { openSync, readSync } from "node:fs";

/** Milliseconds of the processor that some work takes, in all threads of the process. */
export function milliseconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

let statistics: number | null = null;
const text = Buffer.alloc(64);

/** Milliseconds of the processor that the main thread has taken; on Linux only. */
export function threadMilliseconds(): number {
  statistics ??= openSync(`/proc/self/task/${process.pid}/schedstat`, "r");
  const length = readSync(statistics, text, 0, text.length, 0);
  // Nanoseconds on the processor come first.
  return Number.parseInt(text.toString("latin1", 0, length), 10) / 1e6;
}
