import { type ContentType, isRecord } from "../../../engine/internal.ts";
import { RefusedError } from "../twin-error.ts";
import type { Upstream } from "./upstream.ts";

/** A locale of a source. */
export interface SourceLocale {
  readonly code: string;
  readonly name: string;
}

type Listed = readonly (SourceLocale & { readonly isDefault: boolean })[];

/** The locales that a source lists; null if no type has locales, or the token may not read the list. */
export async function listedLocales(upstream: Upstream, types: readonly ContentType[]): Promise<Listed | null> {
  if (!hasLocales(types)) return null;
  try {
    const listed = await upstream.json("/i18n/locales");
    if (!Array.isArray(listed)) return null;
    return listed.filter(isRecord).map(({ code, name, isDefault }) => ({
      code: String(code),
      name: String(name),
      isDefault: isDefault === true,
    }));
  } catch (error) {
    if (error instanceof RefusedError && error.status !== 401) return null;
    throw error;
  }
}

/**
 * The locales of a source, its default one first. Without the source's list these are the locales of its entries, and
 * `first`, the locale of an entry read without asking for one, is the default one.
 */
export function localesOf(
  types: readonly ContentType[],
  listed: Listed | null,
  ofEntries: ReadonlySet<string>,
  first: string | null,
): readonly SourceLocale[] {
  const all = listed ?? [...ofEntries].map((code) => ({ code, name: code, isDefault: code === first }));
  if (all.length === 0 && hasLocales(types)) return [{ code: first ?? "en", name: first ?? "en" }];
  return all.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)).map(({ code, name }) => ({ code, name }));
}

export function hasLocales(types: readonly ContentType[]): boolean {
  return types.some(({ locale }) => locale !== null);
}
