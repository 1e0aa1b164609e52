import { execFile, execFileSync } from "node:child_process";
import { BUILT, checkBuild, type Surroundings } from "./command-line.ts";

/** Opens a pseudo-terminal for a program, closes it once a file is there, and prints how the program has ended. */
const CLOSING = `
import os, pty, select, sys, time
begun, args = sys.argv[1], sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(args[0], args)
until = time.monotonic() + 60
while not os.path.exists(begun) and time.monotonic() < until:
    if select.select([terminal], [], [], 0.05)[0]: os.read(terminal, 65536)
os.close(terminal)
_, status = os.waitpid(pid, 0)
print(os.waitstatus_to_exitcode(status))
`;

export const HAS_TERMINALS = isThere("python3", "import pty, os; os.waitstatus_to_exitcode");

/** Runs the command line in a terminal that is closed once the file is there: its exit code, negative for a signal. */
export function runUntilClosed(args: readonly string[], begun: string, { folder }: Surroundings): Promise<number> {
  checkBuild();
  return new Promise((resolve, reject) => {
    const all = ["-c", CLOSING, begun, process.execPath, BUILT, ...args];
    execFile("python3", all, { cwd: folder, env: { PATH: process.env.PATH } }, (error, out) => {
      if (error === null) resolve(Number(out));
      else reject(error);
    });
  });
}

function isThere(program: string, code: string): boolean {
  try {
    execFileSync(program, ["-c", code], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
