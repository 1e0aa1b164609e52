import { signal } from "@preact/signals";
import { member } from "../core/member.ts";
import { send } from "../core/request.ts";
import type { Model, Models } from "./model.ts";

export interface Locale {
  readonly code: string;
  readonly name: string;
}

/** The locales that content may be in, the default one first; none where no type has any, or nobody may know them. */
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

/** The part of an address of this page that names a locale: nothing for the default one. */
export function localeInAddress(locale: string | null): { readonly locale?: string } {
  return locale === null ? {} : { locale };
}

/** The locale to read a type in: the one that was asked for, else the default one; null for a type without locales. */
export function localeOf({ localized }: Model, asked: string | null): string | null {
  return localized ? (asked ?? locales.value[0]?.code ?? null) : null;
}
