import { imageSize } from "image-size";

/** The properties of a picture that are known without decoding it. */
export interface Picture {
  readonly mediaType: string;
  /** In pixels, as stored, before any rotation that its metadata asks for. */
  readonly width: number;
  readonly height: number;
}

/** Formats that Strapi treats as pictures, by their names in image-size. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["tiff", "image/tiff"],
  ["svg", "image/svg+xml"],
]);

/** Dimensions are near the beginning. The limit stops files that are made to be searched to the end. */
export const HEAD_BYTES = 1_048_576;

/** Reads the header of a picture from its first bytes; null if they begin no picture, whatever the file is called. */
export function pictureIn(head: Uint8Array): Picture | null {
  try {
    const { type = "", width, height } = imageSize(head);
    const mediaType = MEDIA_TYPES.get(type);
    if (mediaType === undefined || !isLength(width) || !isLength(height)) return null;
    return { mediaType, width, height };
  } catch {
    return null;
  }
}

function isLength(pixels: number | undefined): pixels is number {
  return pixels !== undefined && Number.isSafeInteger(pixels) && pixels > 0;
}
