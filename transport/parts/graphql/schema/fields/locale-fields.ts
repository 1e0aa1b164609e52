import { defineSchema } from "../../../../../engine/internal.ts";
import { LOCALE_TYPE } from "../../../../contract/locales/locale-list.ts";
import type { Types } from "../types.ts";
import { queryFields } from "./query-fields.ts";
import type { PluginFields } from "./root-fields.ts";

/** The locales as a content type of its own, with the attributes that Strapi's i18n shows in GraphQL. */
export const LOCALE_SCHEMA = defineSchema({
  contentTypes: {
    [LOCALE_TYPE]: {
      info: { singularName: "locale", pluralName: "locales", displayName: "Locale" },
      attributes: { name: { type: "string" }, code: { type: "string", unique: true } },
    },
  },
});

/** `i18NLocale`, `i18NLocales` and `i18NLocales_connection`: like the entries and lists of any type. */
export function localeFields(types: Types): PluginFields {
  const fields = Object.entries(queryFields(types, LOCALE_SCHEMA.type(LOCALE_TYPE)));
  // They are not content, so an operation of their own reads them.
  return {
    query: Object.fromEntries(fields.map(([name, { extensions: _, ...field }]) => [name, field])),
    mutation: {},
  };
}
