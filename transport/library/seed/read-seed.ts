import type { ContentType, Issue, Schema } from "../../../engine/internal.ts";
import { isRecord, storedLocale } from "../../../engine/internal.ts";
import { LazyMembers, wholeOf } from "../../runtime/lazy-members.ts";
import { typesByName } from "../types-by-name.ts";
import { entryStamp } from "./entry-stamp.ts";
import type { SeedEntry } from "./seed-entry.ts";

/** The entries of one type under one key of a seed. */
export interface SeedPart {
  readonly type: ContentType;
  readonly key: string;
  readonly value: unknown;
}

/** The parts of a seed, in its order. Faults are added to `issues`. */
export function seedParts(schema: Schema, seed: unknown, issues: Issue[]): readonly SeedPart[] {
  if (!isRecord(seed) || seed instanceof LazyMembers) {
    issues.push({ path: [], message: "must be an object of entries by type" });
    return [];
  }
  const types = typesByName(schema);
  return Object.entries(seed).flatMap(([key, value]) => {
    const type = types.get(key);
    if (type !== undefined) return [{ type, key, value }];
    issues.push({ path: [key], message: "is not the uid or name of a content type" });
    return [];
  });
}

/** Reads the entries of a part one by one, anew in each call. Faults of their form are added to `issues`. */
export function* entriesOf(schema: Schema, { type, key, value }: SeedPart, issues: Issue[]): Generator<SeedEntry> {
  for (const item of itemsOf(type, key, value)) {
    for (const each of inLocales(type, item)) {
      const entry = readEntry(schema, type, each, issues);
      if (entry !== null) yield entry;
    }
  }
}

interface Item {
  readonly path: readonly string[];
  readonly name: string | null;
  readonly value: unknown;
  /** Whether it may be the list of one document's locales. */
  readonly mayBeLocales: boolean;
}

/** A list of entries, entries by name, or the one entry of a single type; or an answer of REST with them. */
function* itemsOf(type: ContentType, key: string, given: unknown): Generator<Item> {
  const answered = answerIn(given);
  const value = answered === null ? given : answered.data;
  if (type.kind === "single") return yield { path: [key], name: null, value: wholeOf(value), mayBeLocales: true };
  if (answered !== null && isRecord(value)) return yield { path: [key], name: null, value, mayBeLocales: false };
  if (typeof value !== "object" || value === null) {
    return yield { path: [key], name: null, value, mayBeLocales: false };
  }
  const isList = value instanceof LazyMembers ? value.isList : Array.isArray(value);
  for (const [name, item] of membersOf(value)) {
    yield { path: [key, name], name: isList ? null : name, value: item, mayBeLocales: !isList };
  }
}

/** The members of `{ data, meta }`; null for anything else. The members of a file are read no further than needed. */
function answerIn(value: unknown): { readonly data: unknown } | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  if (value instanceof LazyMembers && value.isList) return null;
  const members: (readonly [string, unknown])[] = [];
  for (const member of membersOf(value)) {
    if (member[0] !== "data" && member[0] !== "meta") return null;
    members.push(member);
  }
  const { data, meta } = Object.fromEntries(members);
  return isRecord(meta) && typeof data === "object" && data !== null ? { data } : null;
}

function membersOf(value: object): Iterable<readonly [string, unknown]> {
  return value instanceof LazyMembers ? value : Object.entries(value);
}

/** Of localized types, a list may replace an entry: the same document in each locale. */
function inLocales(type: ContentType, item: Item): readonly Item[] {
  if (type.locale === null) return [item];
  if (isRecord(item.value) && Array.isArray(item.value.localizations)) {
    const { documentId, localizations } = item.value;
    const others = localizations.map((each, at) => ({
      ...item,
      path: [...item.path, "localizations", String(at)],
      value: isRecord(each) ? { documentId, ...each } : each,
    }));
    return [item, ...others];
  }
  if (!item.mayBeLocales || !Array.isArray(item.value)) return [item];
  return item.value.map((each, at) => ({ ...item, path: [...item.path, String(at)], value: each }));
}

function readEntry(schema: Schema, type: ContentType, item: Item, issues: Issue[]): SeedEntry | null {
  if (!isRecord(item.value)) {
    issues.push({ path: item.path, message: "must be an object of attributes" });
    return null;
  }
  const { stamp, rest: given, isDraft } = entryStamp(type, item.value, item.path, issues);
  const taken = new Set<string>();
  const take = <T>(key: string, fits: (value: unknown) => value is T, expected: string): T | null => {
    const value = Object.hasOwn(given, key) ? given[key] : undefined;
    taken.add(key);
    if (value === undefined || fits(value)) return value ?? null;
    issues.push({ path: [...item.path, key], message: `must be ${expected}` });
    return null;
  };
  if (type.locale === null && !type.attributes.has("locale") && isText(given.locale)) {
    issues.push({ path: [...item.path, "locale"], message: `cannot be set: ${type.uid} has no locales` });
  }
  const name = take("$name", isText, "a text") ?? item.name;
  const documentId = take("documentId", isText, "a text");
  const codes = schema.locales.map(({ code }) => code);
  const isCode = (value: unknown): value is string => typeof value === "string" && codes.includes(value);
  const code = type.locale === null ? null : take("locale", isCode, `one of the locales: ${codes.join(", ")}`);
  const named = { type, path: item.path, name, documentId, stamp, locale: storedLocale(type, code ?? type.locale) };
  // Most entries have nothing but attributes, and a large seed has no room for a copy of each.
  const rest = () =>
    Object.keys(given).some((key) => taken.has(key))
      ? Object.fromEntries(Object.entries(given).filter(([key]) => !taken.has(key)))
      : given;
  if (!type.draftAndPublish) return { ...named, published: true, data: rest(), draft: null };
  const status = take("status", isStatus, "draft or published") ?? (isDraft ? "draft" : "published");
  const draft = take("$draft", isRecord, "an object of attributes");
  return { ...named, published: status === "published", data: rest(), draft };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isStatus(value: unknown): value is "draft" | "published" {
  return value === "draft" || value === "published";
}
