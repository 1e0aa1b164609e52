import type { Sharp } from "sharp";
import { isError } from "../../../../storage/core.ts";
import { decodingBytes } from "./decoding-bytes.ts";

/** The bytes of a picture made by sharp, with its dimensions. */
export interface Shaped {
  readonly bytes: Uint8Array;
  /** In pixels; for an animation, the dimensions of one frame. */
  readonly width: number;
  readonly height: number;
}

export interface ShapedPicture {
  /** The picture at a lower quality; null if that does not make it smaller. */
  readonly optimized: Shaped | null;
  /** Smaller formats by their names; empty for a small picture. */
  readonly forms: ReadonlyMap<string, Shaped>;
}

export interface ShapeOptions {
  /** The longest side of each format in pixels, by its name. Every larger picture also gets a thumbnail. */
  readonly breakpoints: { readonly [name: string]: number };
  /** Whether pictures are stored at a lower quality if that makes them smaller. */
  readonly optimize: boolean;
}

export type OpenPicture = (bytes: Uint8Array, options?: Reading) => Sharp;

interface Reading {
  readonly animated?: boolean;
  readonly limitInputPixels?: boolean;
}

const THUMBNAIL = { width: 245, height: 156 } as const;

/** Formats that can be resized, by sharp's names. */
const RESIZED: ReadonlySet<string> = new Set(["jpeg", "png", "webp", "tiff", "gif"]);

/**
 * Formats whose quality can be lowered. AVIF is not among them, because sharp writes it only if it was built for it.
 */
const OPTIMIZED = ["jpeg", "png", "webp", "tiff"] as const;
const QUALITY = 80;

/** Pictures with more pixels are not decoded: that would take too long, however small the file is. */
export const MAX_PIXELS = 100_000_000;

/**
 * Pictures with a longer side are not decoded: libvips keeps up to 300 lines at a time however few there are, and takes
 * as long for a line of two pixels as for one of a hundred. A JPEG has no longer ones.
 */
export const MAX_SIDE = 65_535;

/** Memory that one picture may take, with the bytes of its file: decoders need more than pixels tell. */
export const MAX_MEMORY = 256 * 1_048_576;

/** Time limit for each format: a small file can be a lot of work for a decoder. */
export const MAX_SECONDS = 20;

/**
 * The formats that Strapi's plugin makes of a picture. Null for a picture that is not decoded, such as a vector drawing
 * or AVIF, and for one that takes too many pixels, too much memory or too long.
 *
 * @throws what sharp throws for bytes that are not a whole picture (rejected).
 */
export async function shapePicture(
  open: OpenPicture,
  given: Uint8Array,
  options: ShapeOptions,
): Promise<ShapedPicture | null> {
  try {
    // Sharp would take a picture over its own limit for a damaged one.
    const limited: OpenPicture = (bytes, how) =>
      open(bytes, { ...how, limitInputPixels: false }).timeout({ seconds: MAX_SECONDS });
    return await shapedBy(limited, given, options);
  } catch (error) {
    if (isError(error) && TIMED_OUT.test(error.message)) return null;
    throw error;
  }
}

/** How libvips reports a timeout: `timeout: 42% complete`. */
const TIMED_OUT = /^timeout\b/;

async function shapedBy(
  open: OpenPicture,
  given: Uint8Array,
  { breakpoints, optimize }: ShapeOptions,
): Promise<ShapedPicture | null> {
  const metadata = await open(given, ANIMATED).metadata();
  const { format = "", width = 0, height = 0, pageHeight = height } = metadata;
  if (!RESIZED.has(format) || width * height > MAX_PIXELS || Math.max(width, pageHeight) > MAX_SIDE) return null;
  // A picture of lower quality is as large as the given one, at most.
  if (decodingBytes(metadata) + given.byteLength * (optimize ? 2 : 1) > MAX_MEMORY) return null;
  // For an animation, sharp returns the height of all frames together.
  const { width: across = 0, height: down = 0 } = await open(given).metadata();
  const optimized = optimize ? await withLessQuality(open, given, format) : null;
  const bytes = optimized?.bytes ?? given;
  const forms = new Map<string, Shaped>();
  if (across > THUMBNAIL.width || down > THUMBNAIL.height) {
    forms.set("thumbnail", await resized(open, bytes, THUMBNAIL));
  }
  for (const [name, side] of Object.entries(breakpoints)) {
    if (Math.max(across, down) > side) forms.set(name, await resized(open, bytes, { width: side, height: side }));
  }
  // If nothing was made of the picture, which is small then, only its header has been read: decode it to detect damage.
  if (forms.size === 0 && !optimize) await open(bytes).stats();
  return { optimized, forms };
}

const ANIMATED = { animated: true };

async function withLessQuality(open: OpenPicture, given: Uint8Array, format: string): Promise<Shaped | null> {
  const kind = OPTIMIZED.find((each) => each === format);
  if (kind === undefined) return null;
  const made = await shaped(open(given, ANIMATED)[kind]({ quality: QUALITY }));
  return made.bytes.byteLength > given.byteLength ? null : made;
}

function resized(open: OpenPicture, bytes: Uint8Array, box: { readonly width: number; readonly height: number }) {
  return shaped(open(bytes, ANIMATED).resize({ ...box, fit: "inside" }));
}

async function shaped(picture: Sharp): Promise<Shaped> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  const { width, height, pageHeight } = info;
  return { bytes: data, width, height: pageHeight ?? height };
}
