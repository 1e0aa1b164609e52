import { type ContentType, EngineError, type Filter, type Query, type RawParams } from "../../engine/internal.ts";
import type { Profile } from "./profile.ts";

export type LocaleRules = Pick<Profile, "unknownLocales">;

/** The locales that a request is about: the default one when it says nothing. */
export type AskedLocales = "default" | "all" | { readonly codes: readonly string[]; readonly isList: boolean };

/** What of a request says in which locales it is. */
export interface LocalizedRequest {
  readonly type: ContentType;
  /** Text behind the question mark. */
  readonly query: string;
  /** What it says. Throws EngineError `validation`. */
  readonly params: () => RawParams;
}

/** What the parameter `locale` of a request says; nothing, where the type has no locales. */
export function askedLocales({ type, query, params }: LocalizedRequest): AskedLocales {
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
 * A list's query about the entries in these locales alone.
 *
 * @throws EngineError for a locale that is not there, unless the profile finds nothing in it.
 */
export function inLocales(profile: LocaleRules, type: ContentType, query: Query, asked: AskedLocales): Query {
  if (asked === "default" || asked === "all") return query;
  const { codes } = asked;
  checkKnown(profile, type, codes);
  const filter: Filter = { kind: "compare", field: "locale", operator: "in", operand: codes };
  return { ...query, filter: query.filter === null ? filter : { kind: "and", filters: [filter, query.filter] } };
}

/**
 * Whether one entry can be what a read asks for: its locale is there.
 *
 * @throws EngineError for several locales and, unless the profile finds nothing there, for one that is not there.
 */
export function isInLocale(profile: LocaleRules, type: ContentType, asked: AskedLocales): boolean {
  if (asked === "default") return true;
  if (asked === "all") {
    if (profile.unknownLocales === "refuse") throw invalidLocale("one entry has one locale: * names all of them");
    return false;
  }
  checkOne(asked);
  checkKnown(profile, type, asked.codes);
  return asked.codes.includes(type.locale ?? "");
}

/**
 * A write goes to a locale that is there.
 *
 * @throws EngineError for any other and for several.
 */
export function checkWrittenLocale(type: ContentType, asked: AskedLocales): void {
  if (asked === "default") return;
  const { codes, isList } = asked === "all" ? { codes: ["*"], isList: true } : asked;
  checkOne({ codes, isList });
  refuseUnknown(type, codes);
}

/** Whether a deletion is about the locale that is there. @throws EngineError as reads do. */
export function isDeletedIn(profile: LocaleRules, type: ContentType, asked: AskedLocales): boolean {
  if (asked === "default" || asked === "all") return true;
  checkKnown(profile, type, asked.codes);
  return asked.codes.includes(type.locale ?? "");
}

function checkOne({ codes, isList }: Exclude<AskedLocales, string>): void {
  if (!isList) return;
  const message = `Invalid locale param ${codes.join(",")} provided. Document locales must be strings.`;
  throw new EngineError("validation", message);
}

function checkKnown({ unknownLocales }: LocaleRules, type: ContentType, codes: readonly string[]): void {
  if (unknownLocales === "refuse") refuseUnknown(type, codes);
}

function refuseUnknown({ locale }: ContentType, codes: readonly string[]): void {
  const unknown = codes.find((code) => code !== locale);
  if (unknown !== undefined) throw invalidLocale(`${JSON.stringify(unknown)} is not among the locales: ${locale}`);
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
