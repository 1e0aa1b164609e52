import { appendFailed, reasonOf, StorageError } from "../../error.ts";

/** The failure of a question about marks that no server has answered, or of a write without room for it. */
export function failedMarks(error: unknown, hasRoom: boolean): StorageError {
  if (error instanceof StorageError) return error;
  const reason = reasonOf(error);
  if (!hasRoom) return appendFailed({ reason, noRoom: true });
  return new StorageError("outcome-unknown", `Marks cannot be written: ${reason}`);
}
