import mimeTypes from "mime-types";

/** The type of unknown bytes. */
export const OCTETS = "application/octet-stream";

/**
 * The media type that a file is kept under. What its bytes say counts where its name says nothing or the same, then its
 * name, then what its sender said: `image/png` for a PNG called `photo.png`, and for a text called so.
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

/** With its character set, for a `Content-Type` header. */
export function contentTypeOf(fileName: string): string {
  const extension = /\.[^.]+$/.exec(fileName)?.[0] ?? "";
  return (extension !== "" && mimeTypes.contentType(extension)) || OCTETS;
}
