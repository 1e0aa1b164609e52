import {
  type AnyModel,
  type Attribute,
  FILE_TYPE,
  isEntryTime,
  isRecord,
  type Schema,
  stringEnd,
  type UnknownRecord,
} from "../../../engine/internal.ts";
import { own } from "../../contract/body-checks.ts";
import type { Cause, Difference, Masked } from "./masks.ts";
import type { Answered } from "./read.ts";

export interface Comparing extends Masked {
  /** The content types; null where the source does not tell them. */
  readonly schema: Schema | null;
  /** The type that is asked for, if the path says so. */
  readonly asked: AnyModel | null;
  /** The answer is a list of several locales, whose localizations the source leaves out. */
  readonly inLocales: boolean;
}

/** The places in which two answers differ; empty if they are the same under the masks. */
export function compareAnswers(real: Answered, here: Answered, comparing: Comparing): readonly Difference[] {
  const found: Difference[] = [];
  const whole = { owner: comparing.asked?.uid ?? "", documentId: null };
  if (real.status !== here.status)
    return [{ ...whole, cause: "status", path: "status", name: "status", real: real.status, here: here.status }];
  for (const header of comparing.headers) {
    const values = { real: real.header(header) ?? undefined, here: here.header(header) ?? undefined };
    if (values.real !== values.here)
      found.push({ ...whole, cause: "header", path: `header ${header}`, name: header, ...values });
  }
  if (real.text === here.text) return found;
  if (real.status >= 400) {
    for (const part of ["name", "message"]) {
      const values = { real: errorPart(real.body, part), here: errorPart(here.body, part) };
      if (values.real !== values.here)
        found.push({ ...whole, cause: "error text", path: `error.${part}`, name: part, ...values });
    }
    return found;
  }
  const comparer = new Comparer(comparing, found);
  comparer.values(real.body, here.body, { ...whole, path: "", name: "", model: comparing.asked, isRaw: false });
  if (found.length === 0) for (const each of inTexts(real, here, comparing)) found.push({ ...whole, ...each });
  return found;
}

function errorPart(body: unknown, part: string): unknown {
  if (!isRecord(body)) return part === "message" ? body : undefined;
  return isRecord(body.error) ? body.error[part] : undefined;
}

/** Where a value is. */
interface Place {
  readonly path: string;
  readonly name: string;
  /** Of the nearest entry around it. */
  readonly owner: string;
  readonly documentId: string | null;
  /** The model that has the value, if it is known. */
  readonly model: AnyModel | null;
  /** Within a value that users give a shape. */
  readonly isRaw: boolean;
}

/** Members that hold entries in an answer. */
const ENVELOPE: ReadonlySet<string> = new Set(["data", "results"]);

class Comparer {
  readonly #comparing: Comparing;
  readonly #found: Difference[];

  constructor(comparing: Comparing, found: Difference[]) {
    this.#comparing = comparing;
    this.#found = found;
  }

  values(real: unknown, here: unknown, at: Place): void {
    const { masks } = this.#comparing;
    if (Object.is(real, here)) return;
    if (Array.isArray(real) && Array.isArray(here)) this.#lists(real, here, at);
    else if (!at.isRaw && isEntry(real) && isEntry(here) && real.documentId !== here.documentId)
      this.#add("value", at, real.documentId, here.documentId);
    else if (isRecord(real) && isRecord(here)) this.#records(real, here, at);
    else if (!masks.has("files") || !isFileUrl(at.path) || fileOf(real) !== fileOf(here)) {
      const isOther = real !== null && here !== null && kindOf(real) !== kindOf(here);
      if (at.path !== "meta.pagination.total") this.#add(isOther ? "type" : "value", at, real, here);
      else if (!this.#found.some(({ cause, path }) => cause === "total" && path === "data"))
        this.#add("total", { ...at, name: "data" }, real, here);
    }
  }

  #records(real: UnknownRecord, here: UnknownRecord, at: Place): void {
    const place = this.#entered(real, at);
    for (const key of new Set([...Object.keys(real), ...Object.keys(here)])) {
      const value = own(real, key);
      if (value !== undefined && Object.is(value, own(here, key))) continue;
      if (!place.isRaw && this.#isMasked(key, real, here, place)) continue;
      // The number of pages follows from the total.
      if (key === "pageCount" && real.total !== here.total) continue;
      const inner = this.#below(key, real, place);
      if (Object.hasOwn(real, key) && Object.hasOwn(here, key)) this.values(real[key], here[key], inner);
      else this.#add("key", inner, own(real, key), own(here, key));
    }
  }

  #isMasked(key: string, real: UnknownRecord, here: UnknownRecord, { model, path }: Place): boolean {
    const { masks, scrubbed, inLocales } = this.#comparing;
    if (key === "id") return masks.has("ids") && isId(own(real, key)) && isId(own(here, key));
    if (isEntryTime(key)) return masks.has("times") && own(real, key) !== null && own(here, key) !== null;
    if (key === "localizations") return masks.has("locales") && (inLocales || !/^data(?:\[\d+\])?$/.test(path));
    return model !== null && scrubbed.has(`${model.uid}.${key}`) && own(here, key) !== undefined;
  }

  /** The place of an entry or component, once its value is known. */
  #entered(value: UnknownRecord, at: Place): Place {
    const { schema } = this.#comparing;
    if (at.isRaw) return at;
    const component = typeof value.__component === "string" ? schema?.components.get(value.__component) : undefined;
    if (component !== undefined) return { ...at, model: component };
    if (typeof value.documentId !== "string") return at;
    const type = typeof value.__type === "string" ? schema?.types.get(value.__type) : undefined;
    const model = type ?? at.model;
    return { ...at, model, owner: model?.uid ?? at.name, name: "", documentId: value.documentId };
  }

  #below(key: string, value: UnknownRecord, at: Place): Place {
    const path = at.path === "" ? key : `${at.path}.${key}`;
    const name = at.name === "" ? key : `${at.name}.${key}`;
    if (at.documentId === null && (ENVELOPE.has(key) || key === "meta")) return { ...at, path, name };
    const attribute = at.model?.attributes.get(key);
    const isRaw =
      at.isRaw || (attribute?.kind === "scalar" && (attribute.type === "json" || attribute.type === "blocks"));
    const model = key === "localizations" && typeof value.documentId === "string" ? at.model : this.#modelOf(attribute);
    return { ...at, path, name, model, isRaw };
  }

  #modelOf(attribute: Attribute | undefined): AnyModel | null {
    const { schema } = this.#comparing;
    if (attribute === undefined || schema === null) return null;
    if (attribute.kind === "relation") return schema.types.get(attribute.target) ?? null;
    if (attribute.kind === "media") return schema.types.get(FILE_TYPE) ?? null;
    return attribute.kind === "component" ? (schema.components.get(attribute.component) ?? null) : null;
  }

  #lists(real: readonly unknown[], here: readonly unknown[], at: Place): void {
    if (!at.isRaw && real.every(isEntry) && here.every(isEntry)) this.#entries(real, here, at);
    else if (real.length !== here.length) this.#add("value", at, real, here);
    else
      for (const [index, item] of real.entries())
        this.values(item, here[index], { ...at, path: `${at.path}[${index}]` });
  }

  /** Lists of entries: their members, the order, and the contents. */
  #entries(real: readonly Entry[], here: readonly Entry[], at: Place): void {
    const [one, other] = [keyed(real), keyed(here)];
    const isRoot = at.documentId === null;
    const owner = isRoot ? (at.model?.uid ?? at.owner) : at.owner;
    const told = (entry: Entry) => ({ ...at, owner, ...(isRoot && { documentId: entry.documentId }) });
    const missing = [...one].filter(([key]) => !other.has(key));
    const added = [...other].filter(([key]) => !one.has(key));
    for (const [, entry] of missing) this.#add("total", told(entry), entry.documentId, undefined);
    for (const [, entry] of added) this.#add("total", told(entry), undefined, entry.documentId);
    const common = [...one.keys()].filter((key) => other.has(key));
    const inOrder = [...other.keys()].filter((key) => one.has(key));
    const first = one.get(firstMoved(common, inOrder, !isRoot && this.#comparing.masks.has("locales")) ?? "");
    if (first !== undefined) this.#add("order", told(first), namesOf(real), namesOf(here));
    for (const [index, [key, entry]] of [...one].entries()) {
      const twin = other.get(key);
      if (twin !== undefined) this.#records(entry, twin, { ...at, path: `${at.path}[${index}]` });
    }
  }

  #add(cause: Cause, { path, name, owner, documentId }: Place, real: unknown, here: unknown): void {
    this.#found.push({ cause, path, name, owner, documentId, real, here });
  }
}

interface Entry {
  readonly [key: string]: unknown;
  readonly documentId: string;
}

function isEntry(value: unknown): value is Entry {
  return isRecord(value) && typeof value.documentId === "string";
}

/** Entries by documentId and locale, in their order. */
function keyed(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const key = `${entry.documentId} ${entry.locale ?? ""}`;
    let number = 0;
    while (found.has(`${key} ${number}`)) number++;
    found.set(`${key} ${number}`, entry);
  }
  return found;
}

/** `byLocale`: the order between entries of different locales makes no difference. */
function firstMoved(one: readonly string[], other: readonly string[], byLocale: boolean): string | undefined {
  if (!byLocale) return one.find((key, index) => key !== other[index]);
  const localeOf = (key: string) => key.split(" ")[1];
  return [...new Set(one.map(localeOf))]
    .map((locale) => [one, other].map((keys) => keys.filter((key) => localeOf(key) === locale)))
    .map(([mine = [], theirs = []]) => mine.find((key, index) => key !== theirs[index]))
    .find((key) => key !== undefined);
}

function namesOf(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ documentId }) => documentId);
}

function isId(value: unknown): boolean {
  return typeof value === "number" || typeof value === "string";
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "list" : typeof value;
}

function isFileUrl(path: string): boolean {
  return /(?:^|\.)(?:url|previewUrl)$/.test(path);
}

/** The name of a file at the end of its URL: its hash and extension. */
function fileOf(value: unknown): unknown {
  return typeof value === "string" ? value.split(/[?#]/)[0]?.split("/").at(-1) : value;
}

type TextDifference = Pick<Difference, "cause" | "path" | "name" | "real" | "here">;

/** Differences of equal values: the order of keys, and how numbers are written. */
function* inTexts(real: Answered, here: Answered, { masks }: Masked): Generator<TextDifference> {
  if (typeof real.body === "string") return;
  if (!masks.has("keys")) {
    const [one, other] = [real, here].map(({ body }) => [...keysIn(body)].join(" "));
    if (one !== other) yield { cause: "order", path: "keys", name: "keys", real: one, here: other };
  }
  if (!masks.has("numbers")) {
    const [one, other] = [real, here].map(({ text }) => [...numbersIn(text)].sort().join(" "));
    if (one !== other) yield { cause: "type", path: "numbers", name: "numbers", real: one, here: other };
  }
}

function* keysIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield key;
    yield* keysIn(inner);
  }
}

const NUMBERS = /-?\d[\d.eE+-]*/g;

/** The numbers of a JSON text as they are written. */
function* numbersIn(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    for (const [number] of text.slice(at, end).matchAll(NUMBERS)) yield number;
    if (quote === -1) return;
    at = stringEnd(text, quote) + 1;
  }
}
