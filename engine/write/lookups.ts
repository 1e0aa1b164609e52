import type { Lookups } from "../document/check/lookups.ts";
import type { Transaction } from "../state/pending/transaction.ts";

/** What checking a write may ask, answered by the transaction. `own` is the document that may hold its values itself. */
export function lookupsOf(tx: Transaction, own: string | null): Lookups {
  return {
    exists: (type, documentId) =>
      tx.version(type, documentId, "draft") !== null || tx.version(type, documentId, "published") !== null,
    byId: (type, id) => tx.byId(type, id),
    taken: ({ type, path, value }) => tx.holders(type, path.join("."), value).some((holder) => holder !== own),
  };
}
