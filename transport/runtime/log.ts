import type { Report } from "../../storage/internal.ts";

/** Where the log goes: a part of what pino and its like offer. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /**
   * Warnings that must not be missed: of stored content that is not whole, not loaded or not kept. `warn` when absent.
   */
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
