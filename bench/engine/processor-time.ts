import { openSync, readlinkSync, readSync } from "node:fs";
import { basename } from "node:path";

/** Milliseconds of the processor that some work takes, in all threads of the process. */
export function milliseconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
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
