/** Parameters in order; nested names are in bracket notation. */
export type Parameters = readonly (readonly [name: string, value: string])[];

/** A readable query string: only characters that would change its meaning are escaped. */
export function queryText(parameters: Parameters): string {
  return parameters.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join("&");
}

export function withQuery(path: string, parameters: Parameters): string {
  return parameters.length === 0 ? path : `${path}?${queryText(parameters)}`;
}

function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:5B|5D|24|3A|2C|2F|40)/g, decodeURIComponent);
}
