import { impossible } from "../error.ts";
import type { Change } from "../state/commit.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { layerOf, statusOf } from "../values/version.ts";
import { type Payload, updateDocument, type WriteResult } from "./operations.ts";

/**
 * Publishes a document as it would be with this data; its draft stays as it is. Null if there is no draft. Throws
 * EngineError `validation` as a write of the data that publishes it.
 */
export function publishData(tx: Transaction, payload: Payload, documentId: string): WriteResult | null {
  const { type, locale = null } = payload;
  if (tx.version(type.uid, documentId, layerOf("draft", locale)) === null) return null;
  const trial = tx.trial();
  const written = updateDocument(trial, payload, documentId, true);
  tx.cause("publish", type.uid, documentId, locale);
  for (const change of trial.changes()) takePublished(tx, change);
  return written;
}

/** Makes the same change, unless it is one of drafts. */
function takePublished(tx: Transaction, change: Change): void {
  switch (change.kind) {
    case "sequence":
      tx.reserveIds(change.of, change.last);
      break;
    case "put":
      if (statusOf(change.status) === "published") tx.put(change.type, change.status, change.version);
      break;
    case "remove":
      if (statusOf(change.status) === "published") tx.remove(change.type, change.status, change.documentId);
      break;
    case "link":
    case "unlink": {
      const { layer, source, target } = change;
      if (statusOf(layer) !== "published") return;
      const relation =
        tx.shape.relations.byName.get(change.relation) ?? impossible(`relation ${change.relation} exists`);
      if (change.kind === "unlink") tx.unlink(relation, layer, source, target);
      else tx.link(relation, layer, { source, target, inSource: change.order[0], inTarget: change.order[1] });
    }
  }
}
