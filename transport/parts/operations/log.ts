import type { Log } from "../../runtime/log.ts";
import type { LogFormat } from "./log-format.ts";
import { LogOutput } from "./log-output.ts";

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
