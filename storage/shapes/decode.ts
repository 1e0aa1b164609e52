import type { Issue } from "../../engine/internal.ts";
import { StorageError } from "../error.ts";
import { describe, type Shape } from "./shape.ts";

/**
 * Returns the value, verified to be a T.
 *
 * @throws StorageError `invalid` with every fault and its path.
 */
export function decode<T>(shape: Shape<T>, value: unknown, what: string): T {
  const issues = shape(value);
  if (issues.length > 0) throw invalid(what, issues);
  // The shape has just proved it.
  return value as T;
}

export function invalid(what: string, issues: readonly Issue[]): StorageError {
  return new StorageError("invalid", `Invalid ${what}: ${describe(issues)}`, { issues });
}

/** The value was written by another version of this program; `known` are the formats that this one reads. */
export function unknownFormat(what: string, format: unknown, ...known: readonly number[]): StorageError {
  const reads = `${known.length === 1 ? "format" : "formats"} ${known.join(" and ")}`;
  return new StorageError("invalid", `The ${what} has format ${JSON.stringify(format)}; this version reads ${reads}`, {
    format,
  });
}

/** Whether `unknownFormat` made this error: the bytes themselves are sound. */
export function isUnknownFormat(error: unknown): error is StorageError {
  return error instanceof StorageError && error.code === "invalid" && "format" in error.details;
}
