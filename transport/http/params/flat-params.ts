import { ownRequire } from "../../../engine/internal.ts";

/** Loaded with the first of these: importing a CommonJS package takes a tenth of the time that the library takes. */
type Querystring = typeof import("fast-querystring");

/** Parameters of a query string without brackets: the values of each name in the order in which they were sent. */
export function flatParams(query: string): ReadonlyMap<string, readonly string[]> {
  const { parse }: Querystring = ownRequire()("fast-querystring");
  const params: Readonly<Record<string, string | string[]>> = parse(query);
  return new Map(Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? [value] : value]));
}

/** The query string of such parameters, or the body of a form of them. */
export function flatQuery(params: ReadonlyMap<string, readonly string[]>): string {
  const { stringify }: Querystring = ownRequire()("fast-querystring");
  return stringify(Object.fromEntries(params));
}
