import type { Attribute, ContentType, Engine, Json, Schema, UnknownRecord } from "../../../engine/internal.ts";
import { isRecord } from "../../../engine/internal.ts";
import { LazyMembers } from "../../runtime/lazy-members.ts";
import { LEGACY_ID } from "../legacy-id.ts";

/** The values of a row as texts that are equal where the values are; null is absent. */
export interface Row {
  readonly [attribute: string]: string;
}

/** A row of the file, and what a seed has for it: its references are `{ $ref: id }`. */
export interface FileRow {
  readonly row: Row;
  readonly data: UnknownRecord;
}

export interface StoredRow {
  readonly row: Row;
  readonly documentId: string;
}

/** Rows by the uid of their type, and by what identifies them there: their id, else their values. */
export type RowsOf<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

/** The rows of the seed that was inferred from a file. */
export function fileRows(schema: Schema, seed: UnknownRecord): RowsOf<FileRow> {
  return new Map(
    Object.entries(seed).map(([uid, part]) => {
      const type = schema.type(uid);
      const rows = [...entriesOf(part)].map(({ $name: _, ...data }) => ({ row: rowOf(type, data), data }));
      return [uid, identified(type, rows)];
    }),
  );
}

function* entriesOf(part: unknown): Generator<UnknownRecord> {
  if (!(part instanceof LazyMembers)) return yield part as UnknownRecord;
  for (const [, entry] of part) yield entry as UnknownRecord;
}

/** The rows of these types as they are stored. */
export function storedRows(engine: Engine, uids: Iterable<string>): RowsOf<StoredRow> {
  const documents = new Map<string, Map<string, { [attribute: string]: Json }>>();
  for (const uid of uids) documents.set(uid, new Map());
  const links: [holder: UnknownRecord, name: string, target: string, documentId: string][] = [];
  for (const change of engine.fork().dump()) {
    if (change.kind === "put") documents.get(change.type)?.set(change.version.documentId, { ...change.version.values });
    if (change.kind !== "link") continue;
    const at = change.relation.lastIndexOf(".");
    const [uid, name] = [change.relation.slice(0, at), change.relation.slice(at + 1)];
    const attribute = engine.schema.types.get(uid)?.attributes.get(name);
    const holder = documents.get(uid)?.get(String(change.source));
    if (holder === undefined || attribute?.kind !== "relation") continue;
    links.push([holder, name, String(attribute.target), change.target]);
  }
  for (const [holder, name, target, documentId] of links) {
    const id = documents.get(target)?.get(documentId)?.[LEGACY_ID] ?? null;
    Object.assign(holder, { [name]: { $ref: id === null ? `entry ${documentId}` : String(id) } });
  }
  return new Map(
    [...documents].map(([uid, ofType]) => {
      const type = engine.schema.type(uid);
      const rows = [...ofType].map(([documentId, values]) => ({ row: rowOf(type, values), documentId }));
      return [uid, identified(type, rows)];
    }),
  );
}

function identified<T extends { readonly row: Row }>(type: ContentType, rows: readonly T[]): ReadonlyMap<string, T> {
  const identify = identities(type);
  return new Map(rows.map((each) => [identify(each.row), each]));
}

/** Makes identities for the rows of a type, asked for in their order: of several with one id, the first has it. */
function identities({ kind }: ContentType): (row: Row) => string {
  const seen = new Map<string, number>();
  const count = (key: string) => {
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return before;
  };
  return (row) => {
    if (kind === "single") return "it";
    const { [LEGACY_ID]: id } = row;
    if (id !== undefined && count(`id ${idText(id)}`) === 0) return `id ${idText(id)}`;
    const values = JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
    return `row ${values} ${count(values)}`;
  };
}

/** The same for a number and its text, since ids may change from one to the other. */
function idText(id: string): string {
  return id.startsWith('"') ? JSON.parse(id) : id;
}

function rowOf(type: ContentType, data: UnknownRecord): Row {
  const row: { [attribute: string]: string } = {};
  for (const [name, value] of Object.entries(data)) {
    const attribute = type.attributes.get(name);
    if (attribute === undefined || value === null || value === undefined) continue;
    row[name] =
      attribute.kind === "relation" ? String(isRecord(value) ? value.$ref : undefined) : textOf(attribute, value);
  }
  return row;
}

function textOf(attribute: Attribute, value: unknown): string {
  const type = attribute.kind === "scalar" ? attribute.type : "json";
  if (type === "datetime") return JSON.stringify(new Date(String(value)).toISOString());
  if (type === "biginteger") return JSON.stringify(String(value));
  return JSON.stringify(value, (_, part) => (isRecord(part) ? Object.fromEntries(Object.entries(part).sort()) : part));
}
