import type { ContentType } from "../content-type.ts";
import type { LocalesDefinition } from "../definition.ts";
import { localeAttributes } from "../locale.ts";
import { Schema } from "../schema.ts";
import { type Report, SchemaError, type SchemaIssue } from "../schema-error.ts";
import { readLocales } from "./read-locales.ts";

/** Options of locales outside a schema. */
export interface GivenLocales {
  readonly locales?: LocalesDefinition | undefined;
  readonly defaultLocale?: string | undefined;
}

/**
 * The schema with these locales in place of its own, if any are given.
 *
 * @throws SchemaError with every fault of them.
 */
export function withLocales(schema: Schema, { locales: given, defaultLocale }: GivenLocales): Schema {
  if (given === undefined && defaultLocale === undefined) return schema;
  const issues: SchemaIssue[] = [];
  const report: Report = (path, message) => issues.push({ model: "", path, message });
  const known = Object.fromEntries(schema.locales.map(({ code, ...options }) => [code, options]));
  const locales = readLocales(given ?? known, defaultLocale, report);
  if (issues.length > 0) throw new SchemaError(issues);
  const code = locales[0]?.code ?? "en";
  const types = [...schema.types.values()].map((type) => (type.locale === null ? type : inDefaultLocale(type, code)));
  return new Schema(types, [...schema.components.values()], locales);
}

function inDefaultLocale(type: ContentType, locale: string): ContentType {
  const attributes = new Map([...type.attributes, ...localeAttributes(type.uid, locale)]);
  return Object.freeze({ ...type, locale, attributes });
}
