import {
  createDocument,
  deleteDocument,
  FULL_ACCESS,
  isRecord,
  type Transaction,
  type UnknownRecord,
  updateDocument,
} from "../../../engine/internal.ts";
import type { Store } from "../../../storage/core.ts";
import { LEGACY_ID } from "../legacy-id.ts";
import { type Loaded, loadedFrom, typesOf } from "./loaded.ts";
import { type Merge, planMerge } from "./plan-merge.ts";
import { fileRows, type RowsOf, type StoredRow, storedRows } from "./rows.ts";

export interface Merged extends Merge {
  /** The file as it is now. */
  readonly loaded: Loaded;
}

/** Brings the edits of a file since `loaded` into the store, all of them or none. */
export async function mergeFile(store: Store, seed: UnknownRecord, loaded: Loaded): Promise<Merged> {
  const { schema } = store.engine;
  const rows = fileRows(schema, seed);
  const types = typesOf(schema, rows.keys());
  const plan = () => {
    const stored = storedRows(store.engine, rows.keys());
    return { stored, merge: planMerge(rows, loaded, stored, types) };
  };
  const { merge } = plan();
  const isNothing = [merge.creates, merge.updates, merge.removes].every((part) => part.length === 0);
  const done = isNothing
    ? merge
    : await store.write(
        (tx) => {
          const now = plan();
          apply(tx, store, now.merge, now.stored);
          return now.merge;
        },
        (each) => each,
      );
  return { ...done, loaded: loadedFrom(schema, rows) };
}

function apply(tx: Transaction, store: Store, { creates, updates, removes }: Merge, stored: RowsOf<StoredRow>): void {
  const { schema } = store.engine;
  const ids = new Map([...stored].map(([uid, rows]) => [uid, idsIn(rows)]));
  for (const { uid, documentId } of removes) {
    deleteDocument(tx, schema.type(uid), documentId);
    for (const [id, each] of ids.get(uid) ?? []) if (each === documentId) ids.get(uid)?.delete(id);
  }
  const payload = (uid: string, data: UnknownRecord) =>
    ({ type: schema.type(uid), data, access: FULL_ACCESS, unknownKeys: "refuse", locale: null }) as const;
  const created = creates.map(({ uid, data }) => {
    const plain = Object.entries(data).filter(([name]) => !isReference(uid, name));
    const { documentId } = createDocument(tx, payload(uid, Object.fromEntries(plain)), true);
    const { [LEGACY_ID]: id } = data;
    if (id !== null && id !== undefined && !ids.get(uid)?.has(String(id))) ids.get(uid)?.set(String(id), documentId);
    return {
      uid,
      documentId,
      data: Object.fromEntries(Object.entries(data).filter(([name]) => isReference(uid, name))),
    };
  });
  for (const { uid, documentId, data } of [...created, ...updates]) {
    const known = Object.entries(data).flatMap(([name, value]) => {
      const attribute = schema.type(uid).attributes.get(name);
      if (attribute === undefined) return [];
      if (attribute.kind !== "relation") return [[name, value] as const];
      const ref = isRecord(value) ? ids.get(String(attribute.target))?.get(String(value.$ref)) : undefined;
      return [[name, ref ?? null] as const];
    });
    if (known.length > 0) updateDocument(tx, payload(uid, Object.fromEntries(known)), documentId, true);
  }

  function isReference(uid: string, name: string): boolean {
    return schema.type(uid).attributes.get(name)?.kind === "relation";
  }
}

/** documentIds by the ids that references name. */
function idsIn(rows: ReadonlyMap<string, StoredRow>): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [identity, { documentId }] of rows)
    if (identity.startsWith("id ")) ids.set(identity.slice("id ".length), documentId);
  return ids;
}
