/** Where the log goes: a part of what pino and its like offer. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Where nobody asked for a log: faults of ours go to the standard error stream, nothing else anywhere. */
export const FAULTS_ONLY: Log = {
  info: () => {},
  warn: () => {},
  error: (fields, message) => console.error(message, fields),
};

/** A log in lines of JSON on the standard output, by pino, which is loaded only here. */
export async function createLog(level: string): Promise<Log> {
  const { default: pino } = await import("pino");
  const log: Log = pino({ level, base: null });
  return log;
}
