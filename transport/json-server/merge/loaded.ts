import type { Attribute, Schema } from "../../../engine/internal.ts";
import type { FileRow, Row, RowsOf } from "./rows.ts";

/** A file as it was when it was last read into the store: plain data, which is kept between starts. */
export interface Loaded {
  readonly format: 1;
  /** For each attribute its type, or the target of its relation. */
  readonly types: { readonly [uid: string]: { readonly [attribute: string]: string } };
  readonly rows: { readonly [uid: string]: { readonly [identity: string]: Row } };
}

/** Nothing was read yet. */
export const NOT_LOADED: Loaded = { format: 1, types: {}, rows: {} };

export function loadedFrom(schema: Schema, rows: RowsOf<FileRow>): Loaded {
  return {
    format: 1,
    types: typesOf(schema, rows.keys()),
    rows: Object.fromEntries(
      [...rows].map(([uid, ofType]) => [
        uid,
        Object.fromEntries([...ofType].map(([identity, { row }]) => [identity, row])),
      ]),
    ),
  };
}

/** Whether rows have it: not the far end of a relation, nor what every entry has. */
function isOwn(attribute: Attribute): boolean {
  if (attribute.kind === "scalar") return !attribute.system;
  return attribute.kind === "relation" && attribute.relation === "manyToOne";
}

function wordOf(attribute: Attribute): string {
  return attribute.kind === "scalar" ? attribute.type : `to ${"target" in attribute ? attribute.target : ""}`;
}

export function typesOf(schema: Schema, uids: Iterable<string>): Loaded["types"] {
  return Object.fromEntries(
    [...uids].map((uid) => {
      const own = [...schema.type(uid).attributes.values()].filter(isOwn);
      return [uid, Object.fromEntries(own.map((attribute) => [attribute.name, wordOf(attribute)]))];
    }),
  );
}
