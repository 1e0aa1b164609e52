import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Environment } from "./command.ts";

const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Exit codes by the convention of shells. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

/**
 * Runs a program on this process's input and output until it ends; signals to this process are forwarded. Returns its
 * exit code, or 128 plus the number of the signal that ended it; 126 and 127 if it could not be started.
 */
export function runCommand(program: string, args: readonly string[], environment: Environment): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: "inherit",
      env: { ...environment },
      shell: process.platform === "win32",
    });
    const passOn = (signal: NodeJS.Signals): void => {
      // A terminal sends this signal to the program as well.
      if (signal === "SIGINT" && process.stdin.isTTY) return;
      child.kill(signal);
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
