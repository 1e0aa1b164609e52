import { constants } from "node:os";
import type { Log } from "../../runtime/log.ts";
import { readFailure } from "../../strapi/project/files/read-failure.ts";

/**
 * Resolves with the exit code for the first SIGINT or SIGTERM from now on: 128 plus the signal's number. The second one
 * ends the process at once.
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

/**
 * Reloads roles and tokens on SIGHUP, as servers do; a failure changes nothing and is logged. The returned function
 * removes the handler.
 */
export function onHangup(reload: () => Promise<void>, log: Log): () => void {
  const receive = (): void => {
    reload().then(
      () => log.info({}, "Roles and tokens were read again"),
      (error: unknown) => log.error({ reason: readFailure(error) }, "Roles and tokens are unchanged"),
    );
  };
  process.on("SIGHUP", receive);
  return () => process.off("SIGHUP", receive);
}
