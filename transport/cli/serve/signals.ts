import { constants } from "node:os";
import { isatty } from "node:tty";
import type { Log } from "../../runtime/log.ts";
import { readFailure } from "../../strapi/project/files/read-failure.ts";

/** The meaning of SIGHUP: the terminal was closed, or a service is to read its roles again. */
const HANGUP_ENDS = process.platform === "win32" || isatty(0) || isatty(1);

const ENDING = ["SIGINT", "SIGTERM", "SIGBREAK", ...(HANGUP_ENDS ? (["SIGHUP"] as const) : [])] as const;

/**
 * Resolves with the exit code for the first SIGINT or SIGTERM from now on: 128 plus the signal's number; so for SIGBREAK of
 * Windows, and for SIGHUP of a closed terminal. The second one ends the process at once.
 */
export function untilSignal(): Promise<number> {
  return new Promise((resolve) => {
    let signalled = false;
    const receive = (signal: NodeJS.Signals) => {
      const code = 128 + constants.signals[signal];
      // Of a closed terminal both the system and the shell tell.
      if (signalled && signal !== "SIGHUP") process.exit(code);
      signalled = true;
      resolve(code);
    };
    for (const signal of ENDING) process.on(signal, receive);
  });
}

/** SIGHUP to a process without a terminal: from now on it does not end the process. */
export class Hangup {
  #reload: (() => void) | null = null;
  /** The signal came before there was anything to reload. */
  #isMissed = false;

  constructor() {
    process.on("SIGHUP", this.#receive);
  }

  /** Reloads roles and tokens on SIGHUP, as servers do; a failure changes nothing and is logged. */
  reload(run: () => Promise<void>, log: Log): void {
    this.onReceive(() => {
      run().then(
        () => log.info({}, "Roles and tokens were read again"),
        (error: unknown) => log.error({ reason: readFailure(error) }, "Roles and tokens are unchanged"),
      );
    });
  }

  onReceive(react: () => void): void {
    this.#reload = react;
    if (this.#isMissed) react();
    this.#isMissed = false;
  }

  /** The process is about to end. */
  end(): void {
    this.#reload = () => {};
  }

  readonly #receive = (): void => {
    if (HANGUP_ENDS) return;
    if (this.#reload === null) this.#isMissed = true;
    else this.#reload();
  };
}
