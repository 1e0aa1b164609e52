import { isEntryField } from "../../../engine/internal.ts";
import { BenchError } from "./bench-error.ts";
import type { RestPlace } from "./rest.ts";
import { type Entry, readPage, type Site } from "./site.ts";
import type { LinkedField, Subject, TextField, Values } from "./subject.ts";

/** The benchmark's view of one content type of a server. */
export interface Discovered {
  readonly subject: Subject;
  readonly place: RestPlace;
}

/** Prefix of every text in documents that a benchmark has created. */
export const MARK = "galley-bench ";

/** Whether a server adds this field to every document. */
const isAdded = (name: string) => isEntryField(name) || name === "status";

/**
 * Reads the newest hundred documents of a content type, and infers what can be asked about them: their fields, their
 * relations, and values that can be searched for.
 *
 * @throws BenchError if there are no documents.
 */
export async function discover(site: Site): Promise<Discovered> {
  const entries = await readPage(site, "pagination[pageSize]=100&sort=id:desc");
  const ids = entries.map(({ documentId }) => documentId).filter(isText);
  if (entries.length === 0) throw new BenchError(`${site.path} has no documents to ask about`);
  if (ids.length === 0) {
    throw new BenchError(`What ${site.path} has is without a documentId: is it the API of Strapi 5?`);
  }
  // Not every server lets everyone populate everything; such a server is measured without relations.
  const populated = await readPage(site, "pagination[pageSize]=100&populate=*").catch(() => []);
  return {
    subject: subjectOf(entries, populated),
    place: { path: site.path, idOf: (document) => ids[document % ids.length] ?? "" },
  };
}

/** A subject of documents like these. */
export function subjectOf(entries: readonly Entry[], populated: readonly Entry[]): Subject {
  const fields = fieldsOf(entries);
  const numeric = fields.find((field) => largest(entries, field) > 1) ?? "id";
  const text = textOf(entries, fields);
  const time = fields.find((field) => valuesOf(entries, field).every((value) => isText(value) && isTime(value)));
  const relations = relationsOf(populated);
  const links = relations.flatMap((relation) => linkOf(relation, populated) ?? []);
  return {
    documents: entries.length,
    number: { field: numeric, below: Math.max(1, Math.ceil(largest(entries, numeric))) },
    orders: [time ?? "createdAt", ...(text === null ? [] : [text.field]), "updatedAt"],
    flag: fields.find((field) => valuesOf(entries, field).every((value) => typeof value === "boolean")) ?? null,
    text,
    populate: relations,
    links,
    list: links.find(({ relation }) => valuesOf(populated, relation).some(Array.isArray)) ?? null,
    create: text === null ? null : creatorOf(entries[0] ?? {}, text.field),
  };
}

/** Fields of the content type itself that are set in some document. */
function fieldsOf(entries: readonly Entry[]): readonly string[] {
  const names = new Set(entries.flatMap((entry) => Object.keys(entry)));
  return [...names].filter((name) => !isAdded(name) && valuesOf(entries, name).length > 0);
}

function valuesOf(entries: readonly Entry[], field: string): readonly unknown[] {
  return entries.map((entry) => entry[field]).filter((value) => value !== null && value !== undefined);
}

/** -1 if some value is not a number. */
function largest(entries: readonly Entry[], field: string): number {
  const values = valuesOf(entries, field);
  return values.every((value) => typeof value === "number") ? Math.max(0, ...values.map(Number)) : -1;
}

/** The first field whose values mostly have several words, else any text. */
function textOf(entries: readonly Entry[], fields: readonly string[]): TextField | null {
  const texts = fields.filter((name) => valuesOf(entries, name).every((value) => isText(value) && !isTime(value)));
  const field = texts.find((name) => valuesOf(entries, name).some((value) => String(value).includes(" "))) ?? texts[0];
  if (field === undefined) return null;
  const values = valuesOf(entries, field).map(String);
  const beginnings = distinct(values.map((value) => value.slice(0, 3)));
  const parts = distinct(values.map((value) => middleOf(value).toUpperCase()));
  return { field, beginnings, parts };
}

/** Up to five characters from inside a text. */
function middleOf(text: string): string {
  const start = Math.max(0, (text.length >> 1) - 2);
  return text.slice(start, start + 5);
}

/** Names of fields that hold other documents, or lists of them. */
function relationsOf(populated: readonly Entry[]): readonly string[] {
  const names = new Set(populated.flatMap((entry) => Object.keys(entry)));
  return [...names].filter((name) => targetsOf(name, populated).length > 0);
}

function targetsOf(relation: string, populated: readonly Entry[]): readonly Entry[] {
  return valuesOf(populated, relation).flat().filter(isDocument);
}

function linkOf(relation: string, populated: readonly Entry[]): LinkedField | null {
  const targets = targetsOf(relation, populated);
  const field = fieldsOf(targets).find((name) =>
    valuesOf(targets, name).every((value) => isText(value) && !isTime(value)),
  );
  if (field === undefined) return null;
  const values = distinct(valuesOf(targets, field).map(String));
  const many = values.length * 4 < targets.length;
  const ids = distinct(targets.map(({ documentId }) => String(documentId)));
  return {
    relation,
    field,
    count: values.length,
    value: (at) => values[at % values.length] ?? "",
    idOf: (at) => ids[at % ids.length] ?? "",
    many,
  };
}

/** Documents like the given one, with new texts in place of its own. */
function creatorOf(entry: Entry, text: string): (at: number) => Values {
  const given = Object.entries(entry).filter(([name, value]) => !isAdded(name) && isPlain(value));
  const run = Date.now().toString(36);
  return (at) => {
    const own = given.map(([name, value]) => {
      if (name === text) return [name, `${MARK}${run} ${at}`];
      return [name, name === "slug" ? `galley-bench-${run}-${at}` : value];
    });
    return Object.fromEntries(own);
  };
}

function isPlain(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\d($|T)/.test(text);
}

function isDocument(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && "documentId" in value;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== "");
}
