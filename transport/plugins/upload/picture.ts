import { imageSize } from "image-size";

/** What is known of a picture without decoding it. */
export interface Picture {
  readonly mediaType: string;
  /** In pixels, as stored, however it is to be turned. */
  readonly width: number;
  readonly height: number;
}

/** Kinds that Strapi takes for pictures, by the names that image-size has for them. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ["jpg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["avif", "image/avif"],
  ["tiff", "image/tiff"],
  ["svg", "image/svg+xml"],
]);

/** Sizes are near the beginning; a file made to be searched to its end is not searched. */
export const HEAD_BYTES = 1_048_576;

/** Reads the header of a picture in its first bytes; null for bytes that are none, whatever they are called. */
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
