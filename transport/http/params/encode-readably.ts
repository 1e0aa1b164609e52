/** Encodes a text for a query, except for the characters of Strapi's own syntax, which people write as they are. */
export function encodeReadably(text: string): string {
  return encodeURIComponent(text).replace(/%(?:5B|5D|24|3A|2C)/g, decodeURIComponent);
}
