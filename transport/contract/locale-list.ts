import type { Access, Locale, Schema } from "../../engine/internal.ts";
import type { Profile } from "./profile.ts";

/**
 * Strapi's name of the type whose entries the locales are. They are configured and not stored; nobody can be granted
 * anything of the type: only tokens have it.
 */
export const LOCALE_TYPE = "plugin::i18n.locale";

/** When the locales were written, in epoch milliseconds: they never were. */
export const LOCALES_WRITTEN = 0;

/** Whether any type has locales, so that there is something to list them for. */
export function hasLocalizedTypes(schema: Schema): boolean {
  return localizedTypes(schema).length > 0;
}

export function localeDocumentId({ code }: Locale): string {
  return `locale-${code}`;
}

/** Whether a caller may list the locales: for the profile's readers, where it may find entries of a localized type. */
export function mayListLocales(schema: Schema, profile: Profile, access: Access): boolean {
  // Listing them is neither `find` nor `findOne` of Strapi: read-only tokens do not have it.
  if (profile.localesList !== "readers") return access.may(LOCALE_TYPE, "update");
  return localizedTypes(schema).some(({ uid }) => access.may(uid, "find"));
}

function localizedTypes(schema: Schema) {
  return [...schema.types.values()].filter(({ locale }) => locale !== null);
}
