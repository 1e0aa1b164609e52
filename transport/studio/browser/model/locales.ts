import { signal } from "@preact/signals";
import { member } from "../core/member.ts";
import { send } from "../core/request.ts";
import type { Model, Models } from "./model.ts";

export interface Locale {
  readonly code: string;
  readonly name: string;
}

/** The locales of the content, default first. Empty if no type has locales, or this caller may not list them. */
export const locales = signal<readonly Locale[]>([]);

export async function loadLocales({ types }: Models): Promise<void> {
  const localized = types.find((type) => type.localized);
  const { json } = localized === undefined ? { json: [] } : await send({ path: besides(localized.path) });
  const read: readonly unknown[] = Array.isArray(json) ? json : [];
  locales.value = read.map((locale) => ({
    code: String(member(locale, "code")),
    name: String(member(locale, "name")),
  }));
}

function besides(path: string): string {
  return path.replace(/\/[^/]+$/, "/i18n/locales");
}

/** The part of a view's address that names a locale; empty for the default one. */
export function localeInAddress(locale: string | null): { readonly locale?: string } {
  return locale === null ? {} : { locale };
}

/** The locale to read a type in: the requested one or else the default one; null for a type without locales. */
export function localeOf({ localized }: Model, asked: string | null): string | null {
  return localized ? (asked ?? locales.value[0]?.code ?? null) : null;
}
