import { EngineError } from "../../engine/internal.ts";
import { type Report, StorageError } from "../../storage/core.ts";

/** Destination of the log: a subset of the interface of pino and similar loggers. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  /**
   * Warnings that must not be missed: stored content that is damaged, not loaded or not stored. Default: `warn`.
   */
  alert?(fields: object, message: string): void;
  /** Whether lines of a level are kept, as pino and winston tell it; the lines of other levels are not made. Default: all are. */
  isLevelEnabled?(level: string): boolean;
}

/** Reports facts for the operator to the log. */
export function reportTo(log: Log): Report {
  return (message, details) => {
    if (log.alert === undefined) log.warn(details, message);
    else log.alert(details, message);
  };
}

/** An error as the log shows it: a storage that cannot store says why, and only a fault that nobody foresaw has a stack. */
export function fieldsOf(error: unknown): object {
  if (error instanceof StorageError) return { code: error.code, reason: error.message };
  if (error instanceof EngineError) return { code: error.code, reason: error.message, details: error.details };
  return { err: error };
}

/** The default log: internal faults go to the standard error stream, everything else is dropped. */
export const FAULTS_ONLY: Log = {
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.error(message, fields),
};

/**
 * The log, whatever it is given: an error of the user's own code may throw where it is looked at, and a log that fails must
 * change no answer.
 */
export function steadyLog(log: Log): Log {
  const write = (level: "info" | "warn" | "error" | "alert") => (fields: object, message: string) => {
    try {
      log[level]?.(fields, message);
    } catch {
      withoutFields(log, level, message);
    }
  };
  return {
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    ...(log.alert && { alert: write("alert") }),
    ...(log.isLevelEnabled && { isLevelEnabled: (level: string) => log.isLevelEnabled?.(level) ?? true }),
  };
}

function withoutFields(log: Log, level: "info" | "warn" | "error" | "alert", message: string): void {
  try {
    log[level]?.({}, `${message} (its details cannot be shown)`);
  } catch {
    // Nothing is left to tell it to.
  }
}
