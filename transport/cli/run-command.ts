import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import type { Environment } from "./command.ts";

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;

/** Exit codes by the convention of shells. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/** How a system starts a program by its name, and ends it. */
interface Launcher {
  readonly start: typeof spawn;
  end(child: ChildProcess, signal: NodeJS.Signals): void;
}

const POSIX: Launcher = { start: spawn, end: (child, signal) => void child.kill(signal) };

/**
 * Windows finds programs by PATHEXT too, runs a .cmd by cmd.exe, which reads words in its own way, and has no signals:
 * ending a process leaves its children alive.
 */
function windows(): Launcher {
  const start: typeof spawn = createRequire(import.meta.url)("cross-spawn");
  return {
    start,
    end: ({ pid }) => {
      spawn("taskkill", ["/t", "/f", "/pid", String(pid)], { stdio: "ignore" }).on("error", () => {});
    },
  };
}

/**
 * Runs a program on this process's input and output until it ends; signals to this process are forwarded. Returns its
 * exit code, or 128 plus the number of the signal that ended it; 126 and 127 if it could not be started.
 */
export function runCommand(program: string, args: readonly string[], environment: Environment): Promise<number> {
  const { start, end: endChild } = process.platform === "win32" ? windows() : POSIX;
  return new Promise((resolve) => {
    const child = start(program, args, { stdio: "inherit", env: { ...environment } });
    const passOn = (signal: NodeJS.Signals): void => {
      // A terminal sends this signal to the program as well.
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      endChild(child, signal);
    };
    const end = (code: number): void => {
      for (const signal of PASSED_ON) process.off(signal, passOn);
      resolve(code);
    };
    for (const signal of PASSED_ON) process.on(signal, passOn);
    child.on("error", (error: NodeJS.ErrnoException) => {
      process.stderr.write(`galley: ${program} cannot be run: ${error.message}\n`);
      end(error.code === "ENOENT" ? NOT_FOUND : NOT_EXECUTABLE);
    });
    child.on("exit", (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
