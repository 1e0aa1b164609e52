import { setImmediate } from "node:timers";

/** Characters that wait for a slow reader; further lines are dropped. */
const WAITING = 4_194_304;

/**
 * Writes the lines of one turn of the event loop to the standard output at once. Neither a request nor the end waits
 * for it.
 */
export class LogOutput {
  #lines = "";

  constructor() {
    process.on("exit", () => this.#write());
  }

  write(line: string): void {
    if (this.#lines === "") setImmediate(() => this.#write());
    this.#lines += line;
  }

  #write(): void {
    if (this.#lines !== "" && process.stdout.writableLength < WAITING) process.stdout.write(this.#lines);
    this.#lines = "";
  }
}
