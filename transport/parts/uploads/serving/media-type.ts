import mimeTypes from "mime-types";

/** The media type of unknown bytes. */
export const OCTETS = "application/octet-stream";

/**
 * The media type that a file is stored with. The type detected from its bytes is used if its name or its sender names
 * none; then the type of its name; then the declared one. So a PNG named `photo.png` is `image/png`, and so is a text
 * of that name.
 */
export function uploadedType(extension: string, declared: string, detected: string | null): string {
  const expected = mimeTypes.lookup(extension) || null;
  const given = declared === "" || declared === OCTETS ? null : declared;
  if (detected !== null && (expected === null || given === null)) return detected;
  return expected ?? given ?? OCTETS;
}

/** `.png` for `image/png`; empty for a type without an extension. */
export function extensionOf(mediaType: string): string {
  const extension = mimeTypes.extension(mediaType);
  return extension === false ? "" : `.${extension}`;
}

/**
 * The type with its character set, for a `Content-Type` header. Scripts are bytes: a page of the same origin, as Studio
 * is, can run no uploaded file.
 */
export function contentTypeOf(fileName: string): string {
  const extension = /\.[^.]+$/.exec(fileName)?.[0] ?? "";
  const type = extension === "" ? false : mimeTypes.contentType(extension);
  return type === false || SCRIPT.test(type) ? OCTETS : type;
}

/** JavaScript has many names, and browsers run each. */
const SCRIPT = /^[a-z]+\/(?:x-)?(?:java|ecma|live|j)script\b/i;
