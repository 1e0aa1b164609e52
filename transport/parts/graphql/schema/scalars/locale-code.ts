import { GraphQLScalarType, Kind } from "graphql";
import type { Types } from "../types.ts";

/**
 * Code of a locale. As in Strapi, only codes written in a document are checked: against the locales of the schema and
 * the known languages.
 */
export function localeCode(types: Types): GraphQLScalarType<string, string> {
  return types.once(
    "I18NLocaleCode",
    (name) =>
      new GraphQLScalarType<string, string>({
        name,
        description: "A string used to identify an i18n locale",
        serialize: String,
        parseValue: String,
        parseLiteral: (node) => {
          // The validation adds the place: it wraps any error that is not a GraphQLError.
          if (node.kind !== Kind.STRING) throw new Error("Locale cannot represent non string type");
          const code = node.value;
          const isKnown = code === "*" || types.schema.locales.some((locale) => locale.code === code);
          if (!isKnown && !isLanguage(code)) throw new Error("Unknown locale supplied");
          return code;
        },
      }),
  );
}

function isLanguage(code: string): boolean {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(code) !== undefined;
  } catch {
    return false;
  }
}
