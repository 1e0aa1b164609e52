import { StorageError } from "../error.ts";

const LASTING: ReadonlySet<string> = new Set(["damaged", "diverged", "trimmed", "invalid", "misused"]);

/** Whether another attempt would find the same: the log is not what it should be. All other errors are worth trying again. */
export function isLasting(error: unknown): error is StorageError {
  return error instanceof StorageError && LASTING.has(error.code);
}

/**
 * Whether the content of the log can be loaded anew after this: it has forgotten what this node has yet to read, or a
 * failover has taken from it what this node had read.
 */
export function isLeftBehind(error: unknown): error is StorageError {
  return error instanceof StorageError && (error.code === "trimmed" || error.code === "diverged");
}
