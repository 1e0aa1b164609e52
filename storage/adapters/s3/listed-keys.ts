/** A page of the keys of a bucket: the answer of ListObjectsV2 with `encoding-type=url`. */
export interface ListedKeys {
  readonly keys: readonly ListedKey[];
  /** Requests the next page; null: this was the last. */
  readonly next: string | null;
}

export interface ListedKey {
  readonly key: string;
  /** Epoch milliseconds. */
  readonly modifiedAt: number;
}

/** Reads the XML that servers write: elements without attributes, and plain text. Null if a key or the next page has no name. */
export function listedKeys(xml: string): ListedKeys | null {
  const isEncoded = textOf(xml, "EncodingType") === "url";
  const [, ...items] = xml.split("<Contents>");
  const keys: ListedKey[] = [];
  for (const item of items) {
    const written = unescaped(textOf(item, "Key") ?? "");
    const key = isEncoded ? decoded(written) : written;
    if (key === null) return null;
    keys.push({ key, modifiedAt: Date.parse(textOf(item, "LastModified") ?? "") });
  }
  if (textOf(xml, "IsTruncated") !== "true") return { keys, next: null };
  const next = textOf(xml, "NextContinuationToken");
  return next === null ? null : { keys, next: unescaped(next) };
}

function decoded(key: string): string | null {
  try {
    return decodeURIComponent(key.replaceAll("+", " "));
  } catch {
    return null;
  }
}

/** The text of the first element of this name; null if there is none. */
export function textOf(xml: string, name: string): string | null {
  const from = xml.indexOf(`<${name}>`);
  if (from === -1) return null;
  const start = from + name.length + 2;
  const end = xml.indexOf(`</${name}>`, start);
  return end === -1 ? null : xml.slice(start, end);
}

const ENTITIES: { readonly [name: string]: string } = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g, (whole, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
