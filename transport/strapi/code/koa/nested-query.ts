import { isDate, isRecord } from "../../../../engine/internal.ts";

/** The query string of nested parameters, with brackets, as `qs` writes it. Undefined and empty values are left out. */
export function nestedQuery(params: object): string {
  return Object.entries(params)
    .flatMap(([name, value]) => pieces(encodeURIComponent(name), value))
    .join("&");
}

function pieces(name: string, value: unknown): readonly string[] {
  if (value === undefined || typeof value === "function") return [];
  // A parameter without `=` is null.
  if (value === null) return [name];
  if (isDate(value)) return [`${name}=${encodeURIComponent(value.toISOString())}`];
  if (Array.isArray(value)) return value.flatMap((item, at) => pieces(`${name}[${at}]`, item));
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, member]) => pieces(`${name}[${encodeURIComponent(key)}]`, member));
  }
  return [`${name}=${encodeURIComponent(String(value))}`];
}
