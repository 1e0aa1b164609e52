import {
  type ContentType,
  EngineError,
  type Locale,
  type Query,
  type RawParams,
  storedLocale,
} from "../../engine/internal.ts";
import type { Profile } from "./profile.ts";

/** What decides which locales there are. */
export interface LocaleRules extends Pick<Profile, "unknownLocales"> {
  readonly locales: readonly Locale[];
}

/** The locales that a request is about: the default one when it says nothing. */
export type AskedLocales = "default" | "all" | { readonly codes: readonly string[]; readonly isList: boolean };

/** A request as far as its locale goes. */
interface Asking {
  readonly type: ContentType;
  /** Text behind the question mark. */
  readonly query: string;
  readonly params: () => RawParams;
}

/** What the parameter `locale` of a call says; nothing, where the type has no locales. */
export function askedLocales({ type, query, params }: Asking): AskedLocales {
  // A name with an encoded letter has a percent sign.
  if (type.locale === null || !/locale|%/.test(query)) return "default";
  return localesIn(params().locale);
}

/** What a value says in place of a code, a list of codes or an operator with codes. */
export function localesIn(value: unknown): AskedLocales {
  if (value === undefined || value === null || value === "") return "default";
  if (value === "*") return "all";
  return { codes: textsIn(value), isList: typeof value !== "string" };
}

/**
 * A list's query about the entries in these locales alone. Where one locale is asked for that has a fallback, documents
 * that are not in it are shown in that.
 *
 * @throws EngineError for a locale that is not there, unless the profile finds nothing in it.
 */
export function inLocales(rules: LocaleRules, type: ContentType, query: Query, asked: AskedLocales): Query {
  if (type.locale === null) return query;
  if (asked === "default") return inOneLocale(rules, type, query, type.locale);
  if (asked === "all") return { ...query, locales: "all" };
  const codes = [...new Set(asked.codes)];
  checkKnown(rules, codes);
  const [only] = codes;
  if (only !== undefined && !asked.isList) return inOneLocale(rules, type, query, only);
  return { ...query, locales: codes };
}

/**
 * The query about one entry in the locale that is asked for; null where none can be in it.
 *
 * @throws EngineError for several locales and, unless the profile finds nothing there, for one that is not there.
 */
export function inAskedLocale(rules: LocaleRules, type: ContentType, query: Query, asked: AskedLocales): Query | null {
  if (type.locale === null) return query;
  if (asked === "default") return inOneLocale(rules, type, query, type.locale);
  if (asked === "all") {
    if (rules.unknownLocales === "refuse") throw invalidLocale("one entry has one locale: * names all of them");
    return null;
  }
  checkOne(asked);
  checkKnown(rules, asked.codes);
  return inOneLocale(rules, type, query, asked.codes[0] ?? type.locale);
}

/** The query about the version in one locale, as it is stored, and no other. */
export function inStoredLocale(query: Query, locale: string | null): Query {
  const { locales: _locales, fallsBack: _fallsBack, ...plain } = query;
  return locale === null ? plain : { ...plain, locales: [locale] };
}

/**
 * The locale that a write goes to, as it is stored.
 *
 * @throws EngineError for several, for one that is not there, unless the profile takes any, and for what is no code.
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

/** The locales in which a document is deleted, as they are stored. @throws EngineError as reads do. */
export function deletedLocales(
  rules: LocaleRules,
  type: ContentType,
  asked: AskedLocales,
): "all" | readonly (string | null)[] {
  if (asked === "all") return "all";
  if (asked === "default" || type.locale === null) return [null];
  checkKnown(rules, asked.codes);
  return [...new Set(asked.codes.map((code) => storedLocale(type, code)))];
}

/** What is stored names no other. */
const CODE = /^[\w@.-]{1,64}$/;

function inOneLocale({ locales }: LocaleRules, type: ContentType, query: Query, code: string): Query {
  const chain = chainOf(locales, code);
  if (chain.length > 1) return { ...query, locales: chain, fallsBack: true };
  return code === type.locale ? query : { ...query, locales: chain };
}

/** A locale, and those that it falls back on one after the other. */
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
