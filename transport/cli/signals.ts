import { constants } from "node:os";

/**
 * The exit code for the first SIGINT or SIGTERM from now on, once it comes: 128 and the signal's number. The second
 * one ends the process at once.
 */
export function untilSignal(): Promise<number> {
  return new Promise((resolve) => {
    let signalled = false;
    const receive = (signal: "SIGINT" | "SIGTERM") => {
      const code = 128 + constants.signals[signal];
      if (signalled) process.exit(code);
      signalled = true;
      resolve(code);
    };
    process.on("SIGINT", receive);
    process.on("SIGTERM", receive);
  });
}
