import type { Sharp } from "sharp";

/** Bytes that sharp has made, and its description of them. */
export interface Shaped {
  readonly bytes: Uint8Array;
  /** In pixels; of an animation, those of one picture. */
  readonly width: number;
  readonly height: number;
}

export interface ShapedPicture {
  /** The picture with less quality; null where that makes it no smaller. */
  readonly optimized: Shaped | null;
  /** Smaller forms by their names: none of a small picture. */
  readonly forms: ReadonlyMap<string, Shaped>;
}

export interface ShapeOptions {
  /** Longest side in pixels of each form by its name, beside the thumbnail that every larger picture gets. */
  readonly breakpoints: { readonly [name: string]: number };
  /** Stores pictures with less quality where that makes them smaller. */
  readonly optimize: boolean;
}

export type OpenPicture = (bytes: Uint8Array, options?: { readonly animated: boolean }) => Sharp;

const THUMBNAIL = { width: 245, height: 156 } as const;

/** Kinds of pictures that have smaller forms, by sharp's names. */
const RESIZED: ReadonlySet<string> = new Set(["jpeg", "png", "webp", "tiff", "gif"]);

/** Kinds that may have less quality: sharp writes AVIF only where it was built for it. */
const OPTIMIZED = ["jpeg", "png", "webp", "tiff"] as const;
const QUALITY = 80;

/** Decoding more would take too much memory, however few bytes they are in. */
export const MAX_PIXELS = 100_000_000;

/** For each form. Few bytes can be a lot of work for a decoder. */
export const MAX_SECONDS = 20;

/**
 * The formats that Strapi's plugin makes of a picture. Null where it makes none: it is a drawing, has too many pixels,
 * or takes too long.
 *
 * @throws what sharp throws for bytes that are no whole picture (rejected).
 */
export async function shapePicture(
  open: OpenPicture,
  given: Uint8Array,
  options: ShapeOptions,
): Promise<ShapedPicture | null> {
  try {
    return await shapedBy((bytes, how) => open(bytes, how).timeout({ seconds: MAX_SECONDS }), given, options);
  } catch (error) {
    if (error instanceof Error && TIMED_OUT.test(error.message)) return null;
    throw error;
  }
}

/** As libvips says it: `timeout: 42% complete`. */
const TIMED_OUT = /^timeout\b/;

async function shapedBy(
  open: OpenPicture,
  given: Uint8Array,
  { breakpoints, optimize }: ShapeOptions,
): Promise<ShapedPicture | null> {
  const { format = "", width = 0, height = 0 } = await open(given, ANIMATED).metadata();
  if (format === "svg" || width * height > MAX_PIXELS) return null;
  // Sharp returns the height of all frames of an animation together.
  const { width: across = 0, height: down = 0 } = await open(given).metadata();
  const optimized = optimize ? await withLessQuality(open, given, format) : null;
  const bytes = optimized?.bytes ?? given;
  const forms = new Map<string, Shaped>();
  if (RESIZED.has(format)) {
    if (across > THUMBNAIL.width || down > THUMBNAIL.height) {
      forms.set("thumbnail", await resized(open, bytes, THUMBNAIL));
    }
    for (const [name, side] of Object.entries(breakpoints)) {
      if (Math.max(across, down) > side) forms.set(name, await resized(open, bytes, { width: side, height: side }));
    }
  }
  // Nothing has looked at more than the head of a picture of which nothing was made.
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
