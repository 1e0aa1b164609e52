import type { ScalarType } from "../../../engine/internal.ts";

/** The JSON representation of an attribute's values, the same in every API. */
export type ScalarFormat =
  | "text"
  | "integer"
  | "number"
  | "boolean"
  /** A whole number of any size, as text. */
  | "big integer"
  | "date"
  | "time"
  /** ISO 8601, UTC, with milliseconds. */
  | "instant"
  /** Epoch milliseconds, as text. */
  | "timestamp"
  | "json"
  | "blocks";

/** The format of each type of attribute in `galley types`, the OpenAPI document and the GraphQL schema (reads, §15). */
export const SCALAR_FORMATS: { readonly [T in ScalarType]: ScalarFormat } = {
  string: "text",
  text: "text",
  richtext: "text",
  email: "text",
  password: "text",
  uid: "text",
  enumeration: "text",
  integer: "integer",
  float: "number",
  decimal: "number",
  biginteger: "big integer",
  boolean: "boolean",
  date: "date",
  time: "time",
  datetime: "instant",
  timestamp: "timestamp",
  json: "json",
  blocks: "blocks",
};
