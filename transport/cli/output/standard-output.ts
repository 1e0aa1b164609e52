import { closeSync } from "node:fs";
import { setImmediate, setTimeout } from "node:timers/promises";
import { isatty } from "node:tty";

/** Errors of a write to a pipe that its reader has closed. */
const CLOSED: ReadonlySet<string | undefined> = new Set(["EPIPE", "EOF", "ECONNRESET"]);

/** Lowest exit code of a process that a signal has ended. */
const SIGNALLED = 129;

/** Milliseconds that readers have left to take the output of a process which a signal has ended. */
const OUTPUT_TIMEOUT = 1000;

/** The first write that failed although there may be a reader: on a full disk, for example. */
let failure: NodeJS.ErrnoException | null = null;

/**
 * Has this process outlive whoever reads its output: output to a closed pipe or terminal is dropped, as after `| head`.
 * Any other failure is kept for `flushOutput`.
 */
export function guardOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (CLOSED.has(error.code) || (error.code === "EIO" && stream.isTTY)) return;
      failure ??= error;
    });
  }
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  process.on("exit", () => leaveClosed(terminals));
}

/**
 * Waits until everything that was written has been taken, as `process.exit` does not: a pipe takes no more than 16 to 64 KiB
 * at once. Returns the exit code: 1 instead of 0 if some output was lost. After a signal slow readers are not waited for.
 */
export async function flushOutput(code: number): Promise<number> {
  // A log writes its collected lines.
  await setImmediate();
  const taken = Promise.all([process.stdout, process.stderr].map(flush));
  await (code >= SIGNALLED ? Promise.race([taken, setTimeout(OUTPUT_TIMEOUT)]) : taken);
  if (failure === null || code !== 0) return code;
  process.stderr.write(`galley: the output cannot be written: ${failure.message}\n`);
  await flush(process.stderr);
  return 1;
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}

/** At its end Node sets each terminal back to its modes, and aborts if that fails, as it does once the terminal is closed. */
function leaveClosed(terminals: readonly number[]): void {
  for (const descriptor of terminals) {
    if (isatty(descriptor)) continue;
    try {
      closeSync(descriptor);
    } catch {
      // Closed already.
    }
  }
}
