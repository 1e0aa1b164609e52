import type { ContentType } from "../../../engine/internal.ts";
import type { SeedEntry } from "./seed-entry.ts";

/** The names of a seed's entries, by type and locale, and the documentIds of entries that are written. */
export class EntryNames {
  /** By type and name. */
  readonly #documentIds = new Map<string, Map<string, string>>();
  /** Names by localized type and locale. */
  readonly #inLocales = new Map<string, Set<string>>();

  /** Returns whether this is the first entry of its type and locale with its name. */
  add({ type, name, locale }: Pick<SeedEntry, "type" | "name" | "locale">, documentId = ""): boolean {
    if (name === null) return true;
    const isFirst = !this.isThere(type, locale, name);
    const ofType = this.#documentIds.get(type.uid) ?? new Map<string, string>();
    this.#documentIds.set(type.uid, ofType.set(name, documentId));
    if (type.locale === null) return isFirst;
    const key = localeKey(type, locale);
    this.#inLocales.set(key, (this.#inLocales.get(key) ?? new Set()).add(name));
    return isFirst;
  }

  /** Of the entry of this type with this name, in any locale. */
  documentId(type: string, name: unknown): string | undefined {
    return typeof name === "string" ? this.#documentIds.get(type)?.get(name) : undefined;
  }

  isThere(type: ContentType, locale: string | null, name: unknown): boolean {
    if (typeof name !== "string") return false;
    const names = type.locale === null ? this.#documentIds.get(type.uid) : this.#inLocales.get(localeKey(type, locale));
    return names?.has(name) === true;
  }
}

function localeKey({ uid }: ContentType, locale: string | null): string {
  return `${uid} ${locale ?? ""}`;
}
