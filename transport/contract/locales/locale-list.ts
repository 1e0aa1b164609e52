import type { Access, Locale, Schema } from "../../../engine/internal.ts";
import type { Profile } from "../profiles/profile.ts";

/**
 * uid of Strapi's content type for locales. Locales are configured and not stored; no role can be granted anything on the
 * type: only tokens give access.
 */
export const LOCALE_TYPE = "plugin::i18n.locale";

/** Creation time of the locales in epoch milliseconds: a constant, since they were never created. */
export const LOCALES_WRITTEN = 0;

/** Whether there is a list of locales. If readers may see it, it exists only when a type is localized. */
export function listsLocales(schema: Schema, profile: Profile): boolean {
  return profile.localesList !== "readers" || localizedTypes(schema).length > 0;
}

export function localeDocumentId({ code }: Locale): string {
  return `locale-${code}`;
}

/** Whether a caller may list the locales: by the profile, callers that may find entries of a localized type can. */
export function mayListLocales(schema: Schema, profile: Profile, access: Access): boolean {
  // Listing them is neither Strapi's `find` nor `findOne`: read-only tokens may not.
  if (profile.localesList !== "readers") return access.may(LOCALE_TYPE, "update");
  return localizedTypes(schema).some(({ uid }) => access.may(uid, "find"));
}

function localizedTypes(schema: Schema) {
  return [...schema.types.values()].filter(({ locale }) => locale !== null);
}
