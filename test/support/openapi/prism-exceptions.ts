/** Requests that break the document and are understood all the same, or that Prism judges otherwise than JSON Schema does. */
export interface PrismException {
  readonly name: string;
  /** Of the exchange: its method and its path with the query. */
  readonly exchange: RegExp;
  /** Of what Prism says. */
  readonly says: RegExp;
}

export const PRISM_EXCEPTIONS: readonly PrismException[] = [];

export function explains({ exchange: asked, says }: PrismException, exchange: string, text: string): boolean {
  return asked.test(exchange) && says.test(text);
}
