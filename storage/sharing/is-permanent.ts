import { StorageError } from "../error.ts";

const PERMANENT: ReadonlySet<string> = new Set(["damaged", "diverged", "trimmed", "invalid", "misused"]);

/**
 * Whether another attempt would fail in the same way, because the log itself is faulty. All other errors are worth a
 * retry.
 */
export function isPermanent(error: unknown): error is StorageError {
  return error instanceof StorageError && PERMANENT.has(error.code);
}
