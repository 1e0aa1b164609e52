import type { Metadata } from "sharp";

/** Bytes of a sample by sharp's names. */
const DEPTHS: ReadonlyMap<string, number> = new Map([
  ["char", 1],
  ["uchar", 1],
  ["short", 2],
  ["ushort", 2],
  ["int", 4],
  ["uint", 4],
  ["float", 4],
]);

/** Bytes per value of an unknown depth: a complex number's. */
const DEEPEST = 16;

/**
 * Memory that decoders take, as a multiple of the decoded bytes of all frames, measured. They decode a part at a time, but
 * keep all coefficients of a progressive JPEG, all pixels of an interlaced PNG, and whole strips of a TIFF.
 */
const SHARES: ReadonlyMap<string, { readonly plain: number; readonly progressive: number }> = new Map([
  ["jpeg", { plain: 0.75, progressive: 5 }],
  ["png", { plain: 1, progressive: 2 }],
  ["webp", { plain: 1, progressive: 1 }],
  ["tiff", { plain: 2, progressive: 2 }],
  ["gif", { plain: 0.3, progressive: 0.3 }],
]);

/** An animated WebP keeps two canvases, with the pixels that no frame covers, beside what its frames take: measured. */
const CANVAS = 1.1;

/** About how many bytes it takes to decode a picture; `height`: of all frames together. */
export function decodingBytes(metadata: Metadata): number {
  const { format, width = 0, height = 0, channels = 4, depth, isProgressive, delay, pageHeight = height } = metadata;
  const share =
    SHARES.get(format ?? "")?.[isProgressive === true ? "progressive" : "plain"] ?? Number.POSITIVE_INFINITY;
  const canvas = format === "webp" && delay !== undefined ? CANVAS * pageHeight : 0;
  return width * (height * share + canvas) * channels * (DEPTHS.get(depth ?? "") ?? DEEPEST);
}
