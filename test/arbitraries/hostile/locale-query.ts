import { fc } from "../../support/fast-check.ts";
import { encoded } from "../queries/query-string.ts";
import { hostileText } from "./hostile-text.ts";

const CODES = ["en", "fr", "all", "*", "zz", "EN", "default", "null", "undefined", "draft", "", "en,fr", "constructor"];
const code = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("en", "fr", "all") },
  { weight: 2, arbitrary: fc.constantFrom(...CODES) },
  { weight: 1, arbitrary: hostileText },
);

/** The locales of a query: mostly one code, sometimes several or none. */
export const localeQuery = fc.oneof(
  { weight: 2, arbitrary: fc.constant("") },
  { weight: 6, arbitrary: code.map((text) => `locale=${encoded(text)}`) },
  { weight: 1, arbitrary: fc.constantFrom("locale=*", "locale", "locale[a]=en", "locale[$ne]=en", "locale[0][0]=en") },
  {
    weight: 2,
    arbitrary: fc
      .array(code, { minLength: 2, maxLength: 4 })
      .map((codes) => codes.map((text, at) => `locale[${at}]=${encoded(text)}`).join("&")),
  },
);
