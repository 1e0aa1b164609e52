/** documentIds of writes that were durable before an error ended their call. */
const documents = new WeakMap<object, string>();

/** Notes that a document was written before this error ended the call; of other values than objects nothing is noted. */
export function noteWritten(error: unknown, documentId: string): void {
  if (typeof error === "object" && error !== null) documents.set(error, documentId);
}

/** The documentId of a write before this error ended its call; undefined if there was none. */
export function writtenBefore(error: unknown): string | undefined {
  return typeof error === "object" && error !== null ? documents.get(error) : undefined;
}
