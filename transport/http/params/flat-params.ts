import { parse } from "fast-querystring";

/** Parameters of a query string without brackets: the values of each name in the order in which they were sent. */
export function flatParams(query: string): ReadonlyMap<string, readonly string[]> {
  const params: Readonly<Record<string, string | string[]>> = parse(query);
  return new Map(Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? [value] : value]));
}
