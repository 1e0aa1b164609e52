import { StorageError } from "../error.ts";

const LASTING: ReadonlySet<string> = new Set(["damaged", "diverged", "trimmed", "invalid", "misused"]);

/**
 * Whether another attempt would fail in the same way, because the log itself is faulty. All other errors are worth a
 * retry.
 */
export function isLasting(error: unknown): error is StorageError {
  return error instanceof StorageError && LASTING.has(error.code);
}

/**
 * Whether reloading the content from the log helps: the log has been trimmed past this node's position, or a failover
 * has lost entries that this node had read.
 */
export function isLeftBehind(error: unknown): error is StorageError {
  return error instanceof StorageError && (error.code === "trimmed" || error.code === "diverged");
}
