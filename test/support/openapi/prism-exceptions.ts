/** Requests that break the document and are understood all the same, or that Prism judges otherwise than JSON Schema does. */
export interface PrismException {
  readonly name: string;
  /** Of the exchange: its method and its path with the query. */
  readonly exchange: RegExp;
  /** Of what Prism says. */
  readonly says: RegExp;
}

export const PRISM_EXCEPTIONS: readonly PrismException[] = [
  {
    name: "GraphQL, which no OpenAPI document describes",
    exchange: /^\w+ \/graphql\b/,
    says: /#NO_PATH_MATCHED_ERROR/,
  },
  {
    name: "data.status of a type without drafts has no effect (writes, §4.3)",
    exchange: /^POST \/api\/(?:authors|categories|tags)\b/,
    says: /"code":"additionalProperties".*\bstatus\b/,
  },
  {
    name: "an empty data.status counts as none (writes, §4.1)",
    exchange: /^POST \/api\/posts\b/,
    says: /"location":\["body","data","status"\].*"code":"enum"/,
  },
];

export function explains({ exchange: asked, says }: PrismException, exchange: string, text: string): boolean {
  return asked.test(exchange) && says.test(text);
}
