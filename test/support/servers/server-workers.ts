import { readdirSync, readFileSync } from "node:fs";
import type { CommandLine } from "./command-line.ts";

/** The processes of a server that answer: those that it has started, and that run the command line. */
export function workersOf(server: CommandLine): number[] {
  const all = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return all.filter((pid) => parentOf(pid) === server.pid && isWorker(pid));
}

function parentOf(pid: number): number | null {
  const stat = told(pid, "stat");
  // After the program's name, which may hold blanks: its state, then its parent.
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

export function isWorker(pid: number): boolean {
  return told(pid, "cmdline")?.includes("main.js") === true;
}

/** Null of a process that has ended. */
function told(pid: number, what: "stat" | "cmdline"): string | null {
  try {
    return readFileSync(`/proc/${pid}/${what}`, "utf8");
  } catch {
    return null;
  }
}
