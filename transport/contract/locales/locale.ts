import {
  type ContentType,
  EngineError,
  type Locale,
  type Query,
  type RawParams,
  storedLocale,
} from "../../../engine/internal.ts";
import type { Profile } from "../profiles/profile.ts";

/** The schema and rules that determine the locales. */
export interface LocaleRules extends Pick<Profile, "unknownLocales"> {
  readonly locales: readonly Locale[];
}

/** The locales that a request addresses: by default the default locale. */
export type AskedLocales = "default" | "all" | { readonly codes: readonly string[]; readonly isList: boolean };

/** The parts of a request that select its locale. */
interface Asking {
  readonly type: ContentType;
  /** The query string, without the question mark. */
  readonly query: string;
  readonly params: () => RawParams;
}

/** The locale parameter of a call; undefined if the type is not localized. */
export function askedLocales({ type, query, params }: Asking): AskedLocales {
  // A name may have encoded letters: `%6` begins each letter of `locale`, and no bracket.
  if (type.locale === null || !/locale|%6/.test(query)) return "default";
  return localesIn(params().locale);
}

/** The value of the parameter: a code, a list of codes, or an operator with codes. */
export function localesIn(value: unknown): AskedLocales {
  if (value === undefined || value === null || value === "") return "default";
  if (value === "*") return "all";
  return { codes: textsIn(value), isList: typeof value !== "string" };
}

/**
 * Restricts a list query to entries in these locales. If one locale with a fallback is requested, documents without a
 * version in it are shown in the fallback.
 *
 * @throws EngineError for an unknown locale, unless the profile treats it as empty.
 */
export function inLocales(rules: LocaleRules, type: ContentType, query: Query, asked: AskedLocales): Query {
  if (type.locale === null || isFiltered(query)) return query;
  if (asked === "default") return inOneLocale(rules, type, query, type.locale);
  if (asked === "all") return { ...query, locales: "all" };
  const codes = [...new Set(asked.codes)];
  checkKnown(rules, codes);
  const [only] = codes;
  if (only !== undefined && !asked.isList) return inOneLocale(rules, type, query, only);
  return { ...query, locales: codes };
}

/**
 * The query for one entry in the requested locale; null if there cannot be one.
 *
 * @throws EngineError for several locales and, unless the profile treats it as empty, for an unknown one.
 */
export function inAskedLocale(rules: LocaleRules, type: ContentType, query: Query, asked: AskedLocales): Query | null {
  if (type.locale === null) return query;
  if (typeof asked === "object") checkOne(asked);
  if (isFiltered(query)) return query;
  if (asked === "default") return inOneLocale(rules, type, query, type.locale);
  if (asked === "all") {
    if (rules.unknownLocales === "refuse") throw invalidLocale("one entry has one locale: * names all of them");
    return null;
  }
  checkKnown(rules, asked.codes);
  return inOneLocale(rules, type, query, asked.codes[0] ?? type.locale);
}

/** Whether the filter of a query chooses its locales (the rule `localeFilter`). */
export function isFiltered({ locales }: Query): boolean {
  return locales !== undefined;
}

/** The query for the version in one locale, as stored, and no other. */
export function inStoredLocale(query: Query, locale: string | null): Query {
  if (locale === null && query.locales === undefined && query.fallsBack === undefined) return query;
  const { locales: _locales, fallsBack: _fallsBack, ...plain } = query;
  return locale === null ? plain : { ...plain, locales: [locale] };
}

/**
 * The locale that a write addresses, as stored.
 *
 * @throws EngineError for several, for an unknown one unless the profile accepts any, and for an invalid code.
 */
export function writtenLocale(rules: LocaleRules, type: ContentType, asked: AskedLocales): string | null {
  if (asked === "default" || type.locale === null) return null;
  const { codes, isList } = asked === "all" ? { codes: ["*"], isList: true } : asked;
  checkOne({ codes, isList });
  checkKnown(rules, codes);
  const [code = type.locale] = codes;
  if (!CODE.test(code)) throw invalidLocale(`${JSON.stringify(code)} is not the code of a locale`);
  return storedLocale(type, code);
}

/** The locales whose versions a write looks up, as stored: those to delete, publish, reset or copy. @throws EngineError as reads do. */
export function lookedUpLocales(
  rules: LocaleRules,
  type: ContentType,
  asked: AskedLocales,
): "all" | readonly (string | null)[] {
  if (asked === "all") return "all";
  if (asked === "default" || type.locale === null) return [null];
  checkKnown(rules, asked.codes);
  return [...new Set(asked.codes.map((code) => storedLocale(type, code)))];
}

/** Stored versions have known locales only. */
const CODE = /^[\w@.-]{1,64}$/;

function inOneLocale({ locales }: LocaleRules, type: ContentType, query: Query, code: string): Query {
  const chain = chainOf(locales, code);
  if (chain.length > 1) return { ...query, locales: chain, fallsBack: true };
  return code === type.locale ? query : { ...query, locales: chain };
}

/** A locale, followed by its chain of fallbacks. */
function chainOf(locales: readonly Locale[], code: string): readonly string[] {
  const chain: string[] = [];
  for (let next: string | undefined = code; next !== undefined && !chain.includes(next); ) {
    chain.push(next);
    next = locales.find((each) => each.code === next)?.fallback;
  }
  return chain;
}

function checkOne({ codes, isList }: Exclude<AskedLocales, string>): void {
  if (!isList) return;
  const message = `Invalid locale param ${codes.join(",")} provided. Document locales must be strings.`;
  throw new EngineError("validation", message);
}

function checkKnown({ unknownLocales, locales }: LocaleRules, codes: readonly string[]): void {
  if (unknownLocales !== "refuse") return;
  const known = locales.map(({ code }) => code);
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown === undefined) return;
  throw invalidLocale(`${JSON.stringify(unknown)} is not among the locales: ${known.join(", ")}`);
}

function invalidLocale(message: string): EngineError {
  return new EngineError("validation", `Invalid parameter at 'locale': ${message}`, {
    key: "locale",
    path: "locale",
    source: "query",
    param: "locale",
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
  return [String(value)];
}
