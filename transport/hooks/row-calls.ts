import type { UnknownRecord } from "../../engine/internal.ts";
import type { Store } from "../../storage/core.ts";

/** A write of one entry by the services of users or uploads, which run no hooks of documents. */
export interface RowCall {
  readonly uid: string;
  readonly action: "create" | "update" | "delete";
  /** Code may change `data`. */
  readonly params: { readonly documentId?: string; data?: UnknownRecord };
}

/** Runs code before a write. Resolves with code to run after it, called with the documentId of the entry. */
export type BeforeRow = (call: RowCall) => Promise<(documentId: string) => Promise<void>>;

/** By content: its galley's code, if it has some. */
const LISTENERS = new WeakMap<Store, BeforeRow>();

export function listenToRows(store: Store, before: BeforeRow): void {
  LISTENERS.set(store, before);
}

/**
 * Writes entries with the code that listens around the write. `write` is called with the data of each call, and resolves
 * with the documentIds of the entries.
 *
 * @throws the errors of that code, and of `write` (rejected).
 */
export async function writeRows(
  store: Store,
  calls: readonly RowCall[],
  write: (data: readonly UnknownRecord[]) => Promise<readonly string[]>,
): Promise<void> {
  const before = LISTENERS.get(store);
  const after: ((documentId: string) => Promise<void>)[] = [];
  if (before !== undefined) for (const call of calls) after.push(await before(call));
  const written = await write(calls.map(({ params }) => params.data ?? {}));
  for (const [at, run] of after.entries()) await run(written[at] ?? "");
}
