import type { Json } from "../../values/value.ts";
import type { Layer, VersionRecord } from "../../values/version.ts";

/**
 * Versions of one content type and layer, ordered by id and stored by column: element n of each column belongs to
 * version n. An attribute without a column is null in all versions.
 */
export interface VersionColumns {
  readonly type: string;
  readonly status: Layer;
  readonly id: readonly number[];
  readonly documentId: readonly string[];
  readonly createdAt: readonly string[];
  readonly updatedAt: readonly string[];
  readonly publishedAt: readonly (string | null)[];
  readonly values: ReadonlyMap<string, readonly Json[]>;
}

/** Versions by their index in a source: a list, or what makes each when it is asked for. */
export interface VersionsInOrder {
  at(index: number): VersionRecord | undefined;
}

/** The same versions as records. */
export function recordsOf(columns: VersionColumns): VersionRecord[] {
  return columns.id.map((_, at) => recordAt(columns, at));
}

/** The same versions as records that are made when they are asked for. */
export function lazyRecordsOf(columns: VersionColumns): VersionsInOrder {
  return { at: (index) => (index < columns.id.length ? recordAt(columns, index) : undefined) };
}

function recordAt(columns: VersionColumns, at: number): VersionRecord {
  const { id, documentId, createdAt, updatedAt, publishedAt, values } = columns;
  const created = createdAt[at] ?? "";
  return {
    id: id[at] ?? 0,
    documentId: documentId[at] ?? "",
    createdAt: created,
    updatedAt: updatedAt[at] ?? created,
    publishedAt: publishedAt[at] ?? null,
    values: valuesAt(values, at),
  };
}

function valuesAt(values: VersionColumns["values"], at: number): VersionRecord["values"] {
  const found: { [attribute: string]: Json } = {};
  for (const [attribute, column] of values) found[attribute] = column[at] ?? null;
  return found;
}
