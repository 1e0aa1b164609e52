import { EngineError } from "../error.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { layerOf, type VersionRecord } from "../values/version.ts";
import type { Edition } from "./links.ts";

/** The numeric id and the times, as ISO 8601 texts, that an entry brings from another place. */
export interface Stamp {
  readonly id?: number;
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly publishedAt?: string;
}

/**
 * Gives the versions that a document has in one locale these times, and its published version, else its draft, the numeric
 * id. Call in the transaction that created them. Ids of a layer ascend in the order of writing: `sorted` says that the
 * caller sees to that, else an id is above all others of the type.
 *
 * @throws EngineError `application` for an id that another entry of the type has, or that is too low.
 */
export function stampDocument(
  tx: Transaction,
  edition: Edition,
  documentId: string,
  stamp: Stamp,
  order: "sorted" | "any" = "any",
): void {
  const { type, locale } = edition;
  const draft = tx.version(type.uid, documentId, layerOf("draft", locale));
  const published = tx.version(type.uid, documentId, layerOf("published", locale));
  const shown = published ?? draft;
  if (shown === null) return;
  const { id = shown.id } = stamp;
  const lowest = Math.min(shown.id, draft?.id ?? shown.id);
  if (order === "any" ? id < lowest : (tx.byId(type.uid, id)?.documentId ?? documentId) !== documentId) {
    const rule = order === "any" ? `, or below it: a new one is ${lowest} or higher` : "";
    throw new EngineError("application", `The id ${id} is taken by another entry of ${type.uid}${rule}`);
  }
  tx.reserveIds(type.uid, id);
  const { createdAt = shown.createdAt, updatedAt = stamp.createdAt ?? shown.updatedAt } = stamp;
  const times = { createdAt, updatedAt };
  // A draft that has the id gets the one that becomes free.
  if (draft !== null) {
    const own = published === null ? id : draft.id === id ? shown.id : draft.id;
    tx.put(type.uid, layerOf("draft", locale), { ...draft, ...times, id: own });
  }
  if (published !== null) {
    const { publishedAt = stamp.updatedAt ?? stamp.createdAt ?? published.publishedAt } = stamp;
    const stamped: VersionRecord = { ...published, ...times, publishedAt, id };
    tx.put(type.uid, layerOf("published", locale), stamped);
  }
}
