import { StorageError } from "../error.ts";

/**
 * Whether reloading the content from the log helps: the log has been trimmed past this node's position, or a failover
 * has lost entries that this node had read.
 */
export function isLeftBehind(error: unknown): error is StorageError {
  return error instanceof StorageError && (error.code === "trimmed" || error.code === "diverged");
}
