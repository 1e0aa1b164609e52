import type { Space } from "../../state/rows/space.ts";
import type { EntryText } from "../../values/row.ts";
import type { Json, Value } from "../../values/value.ts";
import type { Field, Node } from "../position.ts";
import type { Entry } from "../query.ts";

/** A field with the name it is shown under. */
export interface NamedField {
  readonly name: string;
  readonly field: Field;
}

/** A member of an entry after the fields of its node. */
export interface Member<T> {
  readonly name: string;
  readonly value: T;
}

/** A form that entries are made in: objects for programs, JSON text for the wire. `T` is an entry, or a part of one. */
export interface Output<T> {
  readonly nothing: T;
  value(value: Value): T;
  /** @internal Makes entries of these fields of a node. */
  opener(fields: readonly NamedField[], isDefault: boolean): (node: Node) => T;
  /** The entry with more members behind those that it has. */
  extended(entry: T, members: readonly Member<T>[]): T;
  list(items: readonly T[]): T;
  /** Characters of an entry on the wire, as far as they are known. */
  size(entry: T): number;
  /** The same entry in a form that can be given again and again; null where each must be made anew. */
  readonly kept: ((entry: T) => T) | null;
  /** @internal Where the default entries of rows are kept; null where each must be made anew. */
  readonly beside: Beside<T> | null;
}

/** Default entries by the slots of their rows. */
export interface Beside<T> {
  get(space: Space, slot: number): T | undefined;
  put(space: Space, slot: number, entry: T): void;
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
  extended: (entry, members) => {
    // What an opener made and nobody else has seen yet.
    for (const { name, value } of members) (entry as Entry)[name] = value;
    return entry;
  },
  list: (items) => items,
  size: () => USUAL_SIZE,
  kept: null,
  beside: null,
};

/** Characters of an entry that nobody has counted. */
const USUAL_SIZE = 300;

/** Entries as JSON text. The entry of a row by default, with nothing populated, is made once and kept with the row. */
export const TEXT: Output<EntryText> = {
  nothing: textOf("null"),
  value: (value) => textOf(JSON.stringify(value)),
  opener: (fields, isDefault) => {
    const parts = fields.map(({ name, field }, at) => ({
      key: `${at === 0 ? "{" : ","}${JSON.stringify(name)}:`,
      field,
    }));
    const open = (node: Node): EntryText => {
      let text = "";
      for (const { key, field } of parts) text += key + JSON.stringify(field.read(node));
      return textOf(`${text}}`);
    };
    if (!isDefault) return open;
    return (node) => {
      if (!("entry" in node)) return open(node);
      node.entry ??= keptText(open(node).text);
      return node.entry;
    };
  },
  extended: (entry, members) => {
    let text = entry.text.slice(0, -1);
    for (const { name, value } of members) text += `,${JSON.stringify(name)}:${value.text}`;
    return textOf(`${text}}`);
  },
  list: (items) => textOf(`[${joinTexts(items)}]`),
  size: (entry) => entry.text.length,
  kept: ({ text }) => keptText(text),
  beside: {
    get: (space, slot) => space.entry(slot),
    put: (space, slot, entry) => space.keepEntry(slot, entry),
  },
};

/** The texts of some entries with commas between them. Put together only where it is looked into, with what it is part of. */
function joinTexts(entries: readonly EntryText[]): string {
  let texts = "";
  let comma = "";
  for (const { text } of entries) {
    texts += comma;
    texts += text;
    comma = ",";
  }
  return texts;
}

function textOf(text: string): EntryText {
  return { text, isAscii: false, digest: null };
}

/** The text in a form that can be given again and again, which it may take some time to bring it into. */
export function keptText(text: string): EntryText {
  return { text: flatText(text), isAscii: !BEYOND_ASCII.test(text), digest: null };
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** The text in one piece: one put together of many stays so until it is looked into, and is slow to be put into others. */
function flatText(text: string): string {
  text.charCodeAt(0);
  return text;
}
