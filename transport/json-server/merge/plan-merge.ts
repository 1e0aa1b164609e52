import type { Loaded } from "./loaded.ts";
import type { FileRow, Row, RowsOf, StoredRow } from "./rows.ts";

/** The writes that an edit of the file asks for, and its conflicts. */
export interface Merge {
  readonly creates: readonly { readonly uid: string; readonly data: FileRow["data"] }[];
  readonly updates: readonly { readonly uid: string; readonly documentId: string; readonly data: FileRow["data"] }[];
  readonly removes: readonly { readonly uid: string; readonly documentId: string }[];
  /** Rows that were edited, while their entries were written over HTTP: these stay. */
  readonly conflicts: readonly { readonly uid: string; readonly identity: string }[];
}

/**
 * A three-way merge by rows: a row that has changed in the file since it was last read wins over its stored entry,
 * unless the entry has changed, too. An entry that already equals its row is no conflict, so a merge may be repeated.
 */
export function planMerge(
  file: RowsOf<FileRow>,
  loaded: Loaded,
  stored: RowsOf<StoredRow>,
  types: Loaded["types"],
): Merge {
  const merge = { creates: [], updates: [], removes: [], conflicts: [] } as {
    [part in keyof Merge]: Merge[part][number][];
  };
  for (const [uid, rows] of file) {
    const before = new Map(Object.entries(loaded.rows[uid] ?? {}));
    const kept = stored.get(uid) ?? new Map<string, StoredRow>();
    const [old, now] = [loaded.types[uid] ?? {}, types[uid] ?? {}];
    const isSameType = (name: string) => old[name] === now[name];
    for (const identity of new Set([...rows.keys(), ...before.keys()])) {
      const [row, base, entry] = [rows.get(identity), before.get(identity), kept.get(identity)];
      const isEdited = !areEqual(row?.row, base) || Object.keys(row?.row ?? {}).some((name) => !isSameType(name));
      if (!isEdited || areEqual(row?.row, entry?.row)) continue;
      const isWritten = !areEqual(only(entry?.row, isSameType), only(base, isSameType));
      if (isWritten) merge.conflicts.push({ uid, identity });
      if (isWritten && !(row && entry)) continue;
      if (row === undefined) merge.removes.push({ uid, documentId: entry?.documentId ?? "" });
      else if (entry === undefined) merge.creates.push({ uid, data: row.data });
      else if (!isWritten) merge.updates.push({ uid, documentId: entry.documentId, data: whole(row.data, now) });
      else {
        // Values of the earlier type of an attribute are no more.
        const lost = Object.entries(row.data).filter(([name]) => now[name] !== undefined && base && !isSameType(name));
        if (lost.length > 0) merge.updates.push({ uid, documentId: entry.documentId, data: Object.fromEntries(lost) });
      }
    }
  }
  return merge;
}

function areEqual(one: Row | undefined, other: Row | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

function only(row: Row | undefined, isKept: (name: string) => boolean): Row | undefined {
  return row && Object.fromEntries(Object.entries(row).filter(([name]) => isKept(name)));
}

/** With null for each attribute that a row lacks; far ends of relations follow from the near ones. */
function whole(data: FileRow["data"], types: Loaded["types"][string]): FileRow["data"] {
  const absent = Object.keys(types).map((name) => [name, null] as const);
  return { ...Object.fromEntries(absent), ...data };
}
