import { readFileSync } from "node:fs";
import type { CommandLine } from "./command-line.ts";

/**
 * The processes of a server that answer: its children that run the command line. Linux lists the children of a thread;
 * a look at every process would take a quarter of the time of a test that waits for one of them.
 */
export function workersOf({ pid }: Pick<CommandLine, "pid">): number[] {
  const started = told(pid, `task/${pid}/children`) ?? "";
  return (started.match(/\d+/g) ?? []).map(Number).filter(isWorker);
}

export function isWorker(pid: number): boolean {
  return told(pid, "cmdline")?.includes("main.js") === true;
}

/** Null of a process that has ended. */
function told(pid: number, what: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return null;
  }
}
