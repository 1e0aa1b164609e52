import type { ContentType, Issue, Schema } from "../../../engine/internal.ts";
import { isRecord, storedLocale } from "../../../engine/internal.ts";
import { typesByName } from "../types-by-name.ts";
import type { SeedEntry } from "./seed-entry.ts";

/** The parts of a seed, and the faults of its form. */
export interface ReadSeed {
  readonly entries: readonly SeedEntry[];
  readonly issues: readonly Issue[];
}

/** The entries of a seed, in its order. */
export function readSeed(schema: Schema, seed: unknown): ReadSeed {
  if (!isRecord(seed)) return { entries: [], issues: [{ path: [], message: "must be an object of entries by type" }] };
  const types = typesByName(schema);
  const issues: Issue[] = [];
  const entries: SeedEntry[] = [];
  for (const [key, value] of Object.entries(seed)) {
    const type = types.get(key);
    if (type === undefined) issues.push({ path: [key], message: "is not the uid or name of a content type" });
    else for (const each of itemsOf(type, key, value)) entries.push(...readEntry(schema, type, each, issues));
  }
  return { entries, issues: [...issues, ...sharedNames(entries)] };
}

interface Item {
  readonly path: readonly string[];
  readonly name: string | null;
  readonly value: unknown;
}

/**
 * A list of entries, entries by name, or the one entry of a single type. Of localized types, a list may replace an entry:
 * the same document in each locale.
 */
function itemsOf(type: ContentType, key: string, value: unknown): readonly Item[] {
  const inLocales = (item: Item): readonly Item[] => {
    if (type.locale === null || !Array.isArray(item.value)) return [item];
    return item.value.map((each, at) => ({ ...item, path: [...item.path, String(at)], value: each }));
  };
  if (type.kind === "single") return inLocales({ path: [key], name: null, value });
  if (Array.isArray(value)) return value.map((item, at) => ({ path: [key, String(at)], name: null, value: item }));
  if (!isRecord(value)) return [{ path: [key], name: null, value }];
  return Object.entries(value).flatMap(([name, item]) => inLocales({ path: [key, name], name, value: item }));
}

function readEntry(schema: Schema, type: ContentType, item: Item, issues: Issue[]): SeedEntry[] {
  if (!isRecord(item.value)) {
    issues.push({ path: item.path, message: "must be an object of attributes" });
    return [];
  }
  const given = item.value;
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
  const named = { type, path: item.path, name, documentId, locale: storedLocale(type, code ?? type.locale) };
  // Most entries have nothing but attributes, and a large seed has no room for a copy of each.
  const rest = () =>
    Object.keys(given).some((key) => taken.has(key))
      ? Object.fromEntries(Object.entries(given).filter(([key]) => !taken.has(key)))
      : given;
  if (!type.draftAndPublish) return [{ ...named, published: true, data: rest(), draft: null }];
  const status = take("status", isStatus, "draft or published") ?? "published";
  const draft = take("$draft", isRecord, "an object of attributes");
  return [{ ...named, published: status === "published", data: rest(), draft }];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isStatus(value: unknown): value is "draft" | "published" {
  return value === "draft" || value === "published";
}

/** A name identifies one entry of its type in each locale. */
function sharedNames(entries: readonly SeedEntry[]): Issue[] {
  const taken = new Set<string>();
  return entries.flatMap(({ type, name, locale, path }) => {
    if (name === null) return [];
    const key = `${type.uid} ${locale ?? ""} ${name}`;
    const where = type.locale === null ? "" : ` in ${locale ?? type.locale}`;
    if (taken.has(key)) return [{ path, message: `is not the only ${type.singularName} named ${name}${where}` }];
    taken.add(key);
    return [];
  });
}
