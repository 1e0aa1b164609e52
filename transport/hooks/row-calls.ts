import type { UnknownRecord } from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";

/** A write of one entry by the services of users or uploads, which run no hooks of documents. */
export interface RowCall {
  readonly uid: string;
  readonly action: "create" | "update" | "delete";
  /** Code may change `data`. */
  readonly params: { readonly documentId?: string; data?: UnknownRecord };
}

/** Runs code before a write to this content. Resolves with code to run after it, called with the documentId of the entry. */
export type BeforeRow = (call: RowCall, store: Store) => Promise<(documentId: string) => Promise<void>>;

/** The content that is written, and the hooks of its galley. */
export interface RowParts {
  readonly store: Store;
  readonly hooks: { readonly beforeRow: BeforeRow | null };
}

/** For code that writes nothing. */
export const NO_ROW_HOOKS: RowParts["hooks"] = { beforeRow: null };

/**
 * Writes entries with the code of the hooks around the write. `write` is called with the data of each call, and resolves
 * with the entries.
 *
 * @throws the errors of that code, and of `write` (rejected).
 */
export async function writeRows<R extends readonly { readonly documentId: string }[]>(
  { store, hooks: { beforeRow } }: RowParts,
  calls: readonly RowCall[],
  write: (data: readonly UnknownRecord[]) => Promise<R>,
): Promise<R> {
  const after: ((documentId: string) => Promise<void>)[] = [];
  if (beforeRow !== null) for (const call of calls) after.push(await beforeRow(call, store));
  const written = await write(calls.map(({ params }) => params.data ?? {}));
  for (const [at, run] of after.entries()) await run(written[at]?.documentId ?? "");
  return written;
}
