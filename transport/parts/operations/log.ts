import { setImmediate } from "node:timers";
import type { Log } from "../../runtime/log.ts";
import type { LogFormat } from "./log-format.ts";

/** Of this process. */
let output: LogOutput | null = null;

/**
 * A log on the standard output: lines for people, or JSON written by pino, which is loaded only here. `alertLevel` is
 * the level for warnings that must not be missed.
 */
export async function createLog(level: string, alertLevel = level, format: LogFormat = "json"): Promise<Log> {
  if (format === "lines") {
    const { lineLog } = await import("./line-log.ts");
    return lineLog(level, alertLevel, (line) => process.stdout.write(line));
  }
  const { default: pino } = await import("pino");
  // At the end, pino's own output tries forever what a full disk or a closed terminal refuses.
  output ??= new LogOutput();
  const log = pino({ level, base: null }, output);
  const alerts = alertLevel === level ? log : pino({ level: alertLevel, base: null }, output);
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    alert: (fields, message) => alerts.warn(fields, message),
    isLevelEnabled: (at) => log.isLevelEnabled(at),
  };
}

/** Characters that wait for a slow reader; further lines are dropped. */
const WAITING = 4_194_304;

/**
 * Writes the lines of one turn of the event loop to the standard output at once. Neither a request nor the end waits
 * for it.
 */
class LogOutput {
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
