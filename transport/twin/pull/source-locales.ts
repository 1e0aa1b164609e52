import { isRecord, type Schema } from "../../../engine/internal.ts";
import type { Upstream } from "../source/upstream.ts";
import { RefusedError } from "../twin-error.ts";
import type { SourceLocale } from "./pulled.ts";

type Listed = readonly (SourceLocale & { readonly isDefault: boolean })[];

/** The locales that a source lists; null if no type has any, or the token may not read them. */
export async function listedLocales(upstream: Upstream, schema: Schema): Promise<Listed | null> {
  if (!hasLocales(schema)) return null;
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
  schema: Schema,
  listed: Listed | null,
  ofEntries: ReadonlySet<string>,
  first: string | null,
): readonly SourceLocale[] {
  const all = listed ?? [...ofEntries].map((code) => ({ code, name: code, isDefault: code === first }));
  if (all.length === 0 && hasLocales(schema)) return [{ code: first ?? "en", name: first ?? "en" }];
  return all.toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault)).map(({ code, name }) => ({ code, name }));
}

export function hasLocales(schema: Schema): boolean {
  return [...schema.types.values()].some(({ locale }) => locale !== null);
}
