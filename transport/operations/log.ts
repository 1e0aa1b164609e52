import type { Report } from "../../storage/index.ts";
import type { LogFormat } from "../config/config.ts";

/** Where the log goes: a part of what pino and its like offer. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /** Warnings that must not be missed: of stored content that is not whole, not taken in or not kept. `warn` when absent. */
  alert?(fields: object, message: string): void;
}

/** Tells a log what the operator should know. */
export function reportTo(log: Log): Report {
  return (message, details) => {
    if (log.alert === undefined) log.warn(details, message);
    else log.alert(details, message);
  };
}

/** Where nobody asked for a log: faults of ours go to the standard error stream, nothing else anywhere. */
export const FAULTS_ONLY: Log = {
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.error(message, fields),
};

/**
 * A log on the standard output: in lines for people, or of JSON by pino, which is loaded only here. `alertLevel` is the
 * level for warnings that must not be missed.
 */
export async function createLog(level: string, alertLevel = level, format: LogFormat = "json"): Promise<Log> {
  if (format === "lines") {
    const { lineLog } = await import("./line-log.ts");
    return lineLog(level, alertLevel, (line) => process.stdout.write(line));
  }
  const { default: pino } = await import("pino");
  const log = pino({ level, base: null });
  const alerts = alertLevel === level ? log : pino({ level: alertLevel, base: null });
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    alert: (fields, message) => alerts.warn(fields, message),
  };
}
