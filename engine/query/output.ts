import type { Json, Value } from "../value.ts";
import type { Field, Node } from "./place.ts";
import type { Entry } from "./query.ts";

/** A field with the name it is shown under. */
export interface NamedField {
  readonly name: string;
  readonly field: Field;
}

/** A form that entries are made in: objects for programs, JSON text for the wire. `T` is an entry, or a part of one. */
export interface Output<T> {
  readonly nothing: T;
  value(value: Value): T;
  /** How an entry begins: with these fields of a node. `add` goes on, `close` ends it. */
  opener(fields: readonly NamedField[], isDefault: boolean): (node: Node) => T;
  add(entry: T, name: string, value: T): T;
  close(entry: T): T;
  list(items: readonly T[]): T;
  /** Characters of an entry on the wire, as far as they are known. */
  size(entry: T): number;
  /** The same entry in a form that can be given again and again; null where each must be made anew. */
  readonly kept: ((entry: T) => T) | null;
}

/** Entries as plain objects. */
export const OBJECTS: Output<Json> = {
  nothing: null,
  value: (value) => value,
  opener: (fields) => (node) => {
    const entry: Entry = {};
    for (const { name, field } of fields) entry[name] = field.read(node);
    return entry;
  },
  add: (entry, name, value) => {
    // What an opener made and nobody else has seen yet.
    (entry as Entry)[name] = value;
    return entry;
  },
  close: (entry) => entry,
  list: (items) => items,
  size: () => USUAL_SIZE,
  kept: null,
};

/** Characters of an entry that nobody has counted. */
const USUAL_SIZE = 300;

/** Entries as JSON text. What begins the entry of a row by default is made once for the row and kept with it. */
export const TEXT: Output<string> = {
  nothing: "null",
  value: (value) => JSON.stringify(value),
  opener: (fields, isDefault) => {
    const parts = fields.map(({ name, field }, at) => ({
      key: `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`,
      field,
    }));
    const open = (node: Node): string => {
      let text = "";
      for (const { key, field } of parts) text += key + JSON.stringify(field.read(node));
      return text;
    };
    if (!isDefault) return open;
    return (node) => {
      if (!("text" in node)) return open(node);
      node.text ??= flatText(open(node));
      return node.text;
    };
  },
  add: (entry, name, value) => `${entry},${JSON.stringify(name)}:${value}`,
  close: (entry) => `${entry}}`,
  list: (items) => `[${items.join(",")}]`,
  size: (entry) => entry.length,
  kept: flatText,
};

/** The text in one piece: one put together of many stays so until it is looked into, and is slow to be put into others. */
export function flatText(text: string): string {
  text.charCodeAt(0);
  return text;
}
