import { GraphQLScalarType, Kind } from "graphql";

/** Code of a locale. As in Strapi, only codes written in a document are checked against the known languages. */
export const LOCALE_CODE = new GraphQLScalarType<string, string>({
  name: "I18NLocaleCode",
  description: "A string used to identify an i18n locale",
  serialize: String,
  parseValue: String,
  parseLiteral: (node) => {
    // The validation adds the place: it wraps any error that is not a GraphQLError.
    if (node.kind !== Kind.STRING) throw new Error("Locale cannot represent non string type");
    const code = node.value;
    if (code !== "*" && !isLanguage(code)) throw new Error("Unknown locale supplied");
    return code;
  },
});

function isLanguage(code: string): boolean {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(code) !== undefined;
  } catch {
    return false;
  }
}
