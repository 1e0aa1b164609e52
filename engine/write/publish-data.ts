import type { Transaction } from "../state/pending/transaction.ts";
import { layerOf } from "../values/version.ts";
import { type Payload, updateDocument, type WriteResult } from "./operations.ts";
import { publishedAlone } from "./published-alone.ts";

/**
 * Publishes a document as it would be with this data; its draft stays as it is. Null if there is no draft. Throws
 * EngineError `validation` as a write of the data that publishes it.
 */
export function publishData(tx: Transaction, payload: Payload, documentId: string): WriteResult | null {
  const { type, locale = null } = payload;
  if (tx.version(type.uid, documentId, layerOf("draft", locale)) === null) return null;
  const written = publishedAlone(tx, (trial) => updateDocument(trial, payload, documentId, true));
  tx.cause("publish", type.uid, documentId, locale);
  return written;
}
