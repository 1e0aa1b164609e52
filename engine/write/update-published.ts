import type { Transaction } from "../state/pending/transaction.ts";
import { layerOf } from "../values/version.ts";
import { discardDraft, type Payload, updateDocument, type WriteResult } from "./operations.ts";
import { publishedAlone } from "./published-alone.ts";

/**
 * Changes the published version of a type with drafts alone: it keeps its numeric id and the time of its publication, and
 * the draft stays as it is. Null if nothing is published. Throws EngineError `validation`.
 */
export function updatePublished(tx: Transaction, payload: Payload, documentId: string): WriteResult | null {
  const { type, locale = null } = payload;
  const layer = layerOf("published", locale);
  const before = tx.version(type.uid, documentId, layer);
  if (before === null) return null;
  const written = publishedAlone(tx, (trial) => {
    discardDraft(trial, type, documentId, locale);
    return updateDocument(trial, payload, documentId, true);
  });
  const after = tx.version(type.uid, documentId, layer) ?? before;
  tx.put(type.uid, layer, { ...after, id: before.id, publishedAt: before.publishedAt });
  tx.cause("publish", type.uid, documentId, locale);
  return written;
}
