import type { Operation } from "../operation.ts";

/** A link to this page with an operation in its fragment, which browsers send to no server. */
export function linkTo({ query, variables }: Operation): string {
  const params = new URLSearchParams({ query });
  if (variables.trim() !== "") params.set("variables", variables);
  return `${location.origin}${location.pathname}#${params}`;
}

/** The operation in a link's fragment or query; null if there is none. */
export function operationIn({ hash, search }: Pick<Location, "hash" | "search">): Operation | null {
  for (const part of [hash, search]) {
    const params = new URLSearchParams(part.slice(1));
    const query = params.get("query");
    if (query !== null) return { query, variables: params.get("variables") ?? "" };
  }
  return null;
}
