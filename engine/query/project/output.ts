import type { AnyModel } from "../../schema/content-type.ts";
import type { Space } from "../../state/rows/space.ts";
import { copyOf } from "../../values/copy-of.ts";
import type { EntryText } from "../../values/row.ts";
import type { Json, Value } from "../../values/value.ts";
import type { Field, Node } from "../position.ts";
import type { Entry } from "../query.ts";
import { ObjectText } from "./object-text.ts";

/** A field with the name that it has in entries. */
export interface NamedField {
  readonly name: string;
  readonly field: Field;
}

/** A part of an entry: one member, or an entry whose members are taken over. */
export interface Part<T> {
  /** The key of the member; null for an entry. */
  readonly name: string | null;
  readonly value: T;
}

/** A representation of entries: objects for programs, JSON text for HTTP. `T` is an entry, or a part of one. */
export interface Output<T> {
  readonly nothing: T;
  value(value: Value): T;
  /** @internal Returns a function that makes entries with these fields. */
  opener(fields: readonly NamedField[], isDefault: boolean): (node: Node) => T;
  /** Joins the parts of an entry in their order. */
  joined(parts: readonly Part<T>[]): T;
  list(items: readonly T[]): T;
  /** How the values of a field are shown; null: as they are stored. */
  shown(model: AnyModel, field: string): ((value: Value) => Value) | null;
  /** Size of an entry as JSON text in characters, exact or estimated. */
  size(entry: T): number;
  /** Converts an entry to a form that can be used repeatedly; null if each use needs a new one. */
  readonly kept: ((entry: T) => T) | null;
  /** @internal Where the default entries of rows are cached; null if each has to be made again. */
  readonly beside: RowEntries<T> | null;
}

/** Default entries by the slots of their rows. */
export interface RowEntries<T> {
  get(space: Space, slot: number): T | undefined;
  put(space: Space, slot: number, entry: T): void;
}

/** Entries as plain objects, which belong to whoever gets them: values that are lists or objects are copies of the stored ones. */
export const OBJECTS: Output<Json> = {
  nothing: null,
  value: (value) => value,
  opener: (fields) => (node) => {
    const entry: Entry = {};
    for (const { name, field } of fields) entry[name] = copyOf(field.read(node));
    return entry;
  },
  joined: (parts) => {
    const entry: Entry = {};
    for (const { name, value } of parts) {
      if (name === null) Object.assign(entry, value);
      else entry[name] = value;
    }
    return entry;
  },
  list: (items) => items,
  shown: () => null,
  size: () => USUAL_SIZE,
  kept: null,
  beside: null,
};

/**
 * The same as objects that are never handed out, because others share them: their values are the stored ones. Whoever shows them
 * copies them, which takes a tenth of the time in which they are made of rows, or of texts.
 */
export const SHARED_OBJECTS: Output<Json> = {
  ...OBJECTS,
  opener: (fields) => (node) => {
    const entry: Entry = {};
    for (const { name, field } of fields) entry[name] = field.read(node);
    return entry;
  },
  size: charactersOf,
  kept: (entry) => entry,
};

/** About as many as its JSON text has. */
function charactersOf(value: Json): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return USUAL_SCALAR;
  let characters = 2;
  if (Array.isArray(value)) for (const item of value) characters += 1 + charactersOf(item);
  else for (const name in value) characters += name.length + 4 + charactersOf((value as Entry)[name] as Json);
  return characters;
}

/** Estimated characters of a number or a constant. */
const USUAL_SCALAR = 5;

/** Estimated characters of an entry whose text does not exist. */
const USUAL_SIZE = 300;

const TEXT_PARTS: Omit<Output<EntryText>, "shown"> = {
  nothing: textOf("null"),
  value: (value) => textOf(JSON.stringify(value)),
  opener: (fields, isDefault) => {
    const object = new ObjectText(fields.map(({ name }) => name));
    const open = (node: Node): EntryText => {
      let at = 0;
      for (const { field } of fields) object.set(at++, field.read(node));
      return textOf(object.join());
    };
    if (!isDefault) return open;
    return (node) => {
      if (!("entry" in node)) return open(node);
      node.entry ??= keptText(open(node).text);
      return node.entry;
    };
  },
  joined: (parts) => {
    let text = "{";
    let comma = "";
    for (const { name, value } of parts) {
      text += name === null ? comma + value.text.slice(1, -1) : `${comma}${JSON.stringify(name)}:${value.text}`;
      comma = ",";
    }
    return textOf(`${text}}`);
  },
  list: (items) => textOf(`[${joinTexts(items)}]`),
  size: ({ length }) => length,
  kept: ({ text }) => keptText(text),
  beside: {
    get: (space, slot) => space.entry(slot),
    put: (space, slot, entry) => space.keepEntry(slot, entry),
  },
};

/** Entries as JSON text. The default entry of a row, with nothing populated, is made once and cached with the row. */
export const TEXT: Output<EntryText> = textOutput(() => null);

/** Entries as JSON text, with the values of fields in the form that `shown` gives them. */
export function textOutput(shown: Output<EntryText>["shown"]): Output<EntryText> {
  return { ...TEXT_PARTS, shown };
}

/**
 * Joins the texts of entries with commas. V8 keeps the result as a rope, flattened only when it is read as part of the
 * whole.
 */
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
  return entryText(text, false);
}

/** A text that is an entry, or a part of one. */
export function entryText(text: string, isAscii: boolean): EntryText {
  return { length: text.length, place: 0, isDigested: false, a: 0, b: 0, c: 0, d: 0, isAscii, text };
}

/** Prepares a text for repeated use, which may take some time. */
function keptText(text: string): EntryText {
  return entryText(flatText(text), !BEYOND_ASCII.test(text));
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Flattens a rope: V8 keeps concatenated texts as a tree, which is slow to become part of others. */
function flatText(text: string): string {
  text.charCodeAt(0);
  return text;
}
