import { appendFailed, reasonOf, StorageError } from "../../error.ts";

/** The failure of a question about marks that no server has answered, or of a write without room for it. */
export function failedMarks(error: unknown, noRoom: boolean): StorageError {
  if (error instanceof StorageError) return error;
  const reason = reasonOf(error);
  if (noRoom) return appendFailed({ reason, noRoom });
  return new StorageError("outcome-unknown", `Marks cannot be written: ${reason}`);
}
