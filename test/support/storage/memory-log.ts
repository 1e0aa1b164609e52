import type { Log } from "../../../transport/runtime/log.ts";

export interface LogLine {
  readonly level: "info" | "warn" | "error";
  readonly fields: { readonly [name: string]: unknown };
  readonly message: string;
}

/** A log that can be read. */
export class MemoryLog implements Log {
  readonly lines: LogLine[] = [];

  info(fields: object, message: string): void {
    this.#add("info", fields, message);
  }

  warn(fields: object, message: string): void {
    this.#add("warn", fields, message);
  }

  error(fields: object, message: string): void {
    this.#add("error", fields, message);
  }

  /** The messages of the errors that were logged, and the reasons of requests that a storage has failed. */
  get faults(): readonly string[] {
    return this.lines.flatMap(({ level, fields: { err, reason } }) => {
      if (err instanceof Error) return [err.message];
      return level === "error" && typeof reason === "string" ? [reason] : [];
    });
  }

  #add(level: LogLine["level"], fields: object, message: string): void {
    this.lines.push({ level, fields: { ...fields }, message });
  }
}
