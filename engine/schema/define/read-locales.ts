import { type Locale, MAX_LOCALES } from "../locale.ts";
import { below, type Report } from "../schema-error.ts";
import { isRecord, type UnknownRecord } from "../shapes/record.ts";

const CODE = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;
const MALFORMED = "must be the code of a locale, such as en or pt-BR";

/** Parses a list of codes or an object by codes, the default locale first; reports every fault. */
export function readLocales(given: unknown, defaultLocale: unknown, report: Report): readonly Locale[] {
  const options = readOptions(given, below(report, "locales"));
  const first = defaultOf(options, defaultLocale, below(report, "defaultLocale"));
  if (options.size > MAX_LOCALES) report(["locales"], `must be ${MAX_LOCALES} at most`);
  const codes = [first, ...[...options.keys()].filter((code) => code !== first)];
  return codes.map((code) => localeOf(code, options.get(code) ?? {}, codes, below(report, "locales", code)));
}

/** By code. */
function readOptions(given: unknown, report: Report): ReadonlyMap<string, UnknownRecord> {
  if (given === undefined) return new Map();
  if (!Array.isArray(given) && !isRecord(given)) {
    report([], "must be a list of codes, or an object by codes");
    return new Map();
  }
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(given)
    ? given.map((code, at) => [typeof code === "string" ? code : String(at), {}])
    : Object.entries(given);
  for (const [code, options] of entries) {
    if (!CODE.test(code)) report([code], MALFORMED);
    if (!isRecord(options)) report([code], "must be an object");
  }
  return new Map(entries.map(([code, options]) => [code, isRecord(options) ? options : {}]));
}

function defaultOf(options: ReadonlyMap<string, unknown>, defaultLocale: unknown, report: Report): string {
  if (defaultLocale === undefined) return options.has("en") ? "en" : (options.keys().next().value ?? "en");
  if (typeof defaultLocale === "string" && CODE.test(defaultLocale)) return defaultLocale;
  report([], MALFORMED);
  return "en";
}

function localeOf(code: string, options: UnknownRecord, codes: readonly string[], report: Report): Locale {
  const { name, fallback } = options;
  if (name !== undefined && typeof name !== "string") report(["name"], "must be a text");
  if (fallback !== undefined && !(typeof fallback === "string" && codes.includes(fallback) && fallback !== code)) {
    report(["fallback"], `must be another one of the locales: ${codes.join(", ")}`);
  }
  return {
    code,
    name: typeof name === "string" ? name : nameOf(code),
    ...(typeof fallback === "string" && { fallback }),
  };
}

/** `French (fr)`, in Strapi's format. */
function nameOf(code: string): string {
  if (code === "en" || !CODE.test(code)) return code === "en" ? "English (en)" : code;
  try {
    return `${new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code} (${code})`;
  } catch {
    // A code such as `aa-1` has the form, but is none of the standard.
    return code;
  }
}
