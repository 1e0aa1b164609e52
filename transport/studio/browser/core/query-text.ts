/** Parameters in their order; names in brackets are told as people write them. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** A query string that can be read: only what would be misread is escaped. */
export function queryText(parameters: Parameters): string {
  return parameters.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join("&");
}

export function withQuery(path: string, parameters: Parameters): string {
  return parameters.length === 0 ? path : `${path}?${queryText(parameters)}`;
}

function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:5B|5D|24|3A|2C|2F|40)/g, decodeURIComponent);
}
