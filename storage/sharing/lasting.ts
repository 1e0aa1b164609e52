import { StorageError } from "../error.ts";

const LASTING: ReadonlySet<string> = new Set(["damaged", "diverged", "trimmed", "invalid", "misused"]);

/** Whether another attempt would find the same: the log is not what it should be. All other errors are worth trying again. */
export function isLasting(error: unknown): error is StorageError {
  return error instanceof StorageError && LASTING.has(error.code);
}
