import { signal } from "@preact/signals";
import { member } from "../core/member.ts";
import { send } from "../core/request.ts";
import type { Model, Models } from "./model.ts";
import type { OpenApi } from "./open-api.ts";

export interface Locale {
  readonly code: string;
  readonly name: string;
}

/** The locales of the content, default first; empty if no type has locales. */
export const locales = signal<readonly Locale[]>([]);

export async function loadLocales({ types }: Models, document: OpenApi): Promise<void> {
  const localized = types.find((type) => type.localized);
  const { json } = localized === undefined ? { json: [] } : await send({ path: besides(localized.path) });
  // Their names are for callers who may list them; everyone may read the codes.
  const read: readonly unknown[] = Array.isArray(json) ? json : codesIn(document).map((code) => ({ code, name: code }));
  locales.value = read.map((locale) => ({
    code: String(member(locale, "code")),
    name: String(member(locale, "name")),
  }));
}

/** The codes that the parameter `locale` of the operations takes. */
function codesIn({ components }: OpenApi): readonly string[] {
  const parameters = Object.values(Object(member(components, "parameters")));
  const schema = member(
    parameters.find((parameter) => member(parameter, "name") === "locale"),
    "schema",
  );
  const alternatives: readonly unknown[] = [schema, ...[member(schema, "anyOf")].flat()];
  const codes = alternatives.flatMap((each) => [member(each, "enum") ?? []].flat().map(String));
  return [...new Set(codes)].filter((code) => code !== "*");
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
