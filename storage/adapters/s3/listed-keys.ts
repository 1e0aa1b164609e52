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

/** Reads the XML that servers write: elements without attributes, and plain text. */
export function listedKeys(xml: string): ListedKeys {
  const isEncoded = textOf(xml, "EncodingType") === "url";
  const [, ...items] = xml.split("<Contents>");
  const keys = items.map((item) => {
    const key = unescaped(textOf(item, "Key") ?? "");
    return {
      key: isEncoded ? decodeURIComponent(key.replaceAll("+", " ")) : key,
      modifiedAt: Date.parse(textOf(item, "LastModified") ?? ""),
    };
  });
  const next = textOf(xml, "IsTruncated") === "true" ? textOf(xml, "NextContinuationToken") : null;
  return { keys, next: next === null ? null : unescaped(next) };
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
