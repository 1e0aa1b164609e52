import { EngineError } from "../../../../engine/internal.ts";
import type { StoredFile } from "../../../../storage/core.ts";
import type { Log } from "../../../runtime/log.ts";
import { isMissingPackage } from "../../../runtime/missing-package.ts";
import { type OpenPicture, type ShapedPicture, type ShapeOptions, shapePicture } from "./shape-picture.ts";

export interface PictureOptions extends ShapeOptions {
  /** Whether smaller formats of pictures are made. */
  readonly formats: boolean;
}

/** Longest sides in pixels, as in Strapi's plugin. */
const BREAKPOINTS = { large: 1000, medium: 750, small: 500 } as const;

/** The pictures of uploads, as the configuration has them. */
export function picturesOf(
  { formats = true, breakpoints = BREAKPOINTS, optimize = false }: Partial<PictureOptions>,
  log: Log,
): Pictures {
  return new Pictures({ formats, breakpoints, optimize }, log);
}

/** Larger files are stored unchanged. */
export const MAX_BYTES = 64 * 1_048_576;

const MISSING = "No smaller formats are made of pictures: they need the package sharp (npm install sharp)";

/**
 * Makes smaller formats of pictures in sharp's own threads, one picture at a time to bound memory. If sharp is not
 * installed, it makes none and logs that once.
 */
export class Pictures {
  readonly #options: PictureOptions;
  readonly #log: Log;
  readonly #load: () => Promise<OpenPicture | null>;
  #open: Promise<OpenPicture | null> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** `load` returns the function that opens pictures; null if sharp is not installed. */
  constructor(options: PictureOptions, log: Log, load: () => Promise<OpenPicture | null> = loadSharp) {
    this.#options = options;
    this.#log = log;
    this.#load = load;
  }

  /**
   * Null if nothing is made of a picture.
   *
   * @throws EngineError `application` for bytes that are not a whole picture (rejected).
   */
  shape(file: StoredFile): Promise<ShapedPicture | null> {
    if (!this.#options.formats || file.size > MAX_BYTES) return Promise.resolve(null);
    const shaped = this.#last.then(() => this.#shape(file));
    this.#last = shaped.catch(() => {});
    return shaped;
  }

  async #shape(file: StoredFile): Promise<ShapedPicture | null> {
    this.#open ??= this.#opened();
    const open = await this.#open;
    if (open === null) return null;
    const bytes = await bytesOf(file);
    try {
      return await shapePicture(open, bytes, this.#options);
    } catch {
      throw new EngineError("application", "File is not a valid image");
    }
  }

  async #opened(): Promise<OpenPicture | null> {
    try {
      const open = await this.#load();
      if (open === null) this.#log.warn({}, MISSING);
      return open;
    } catch (err) {
      this.#log.warn({ err }, MISSING);
      return null;
    }
  }
}

/** The bytes of a file, which are in memory once. */
async function bytesOf(file: StoredFile): Promise<Uint8Array> {
  const bytes = Buffer.alloc(file.size);
  let length = 0;
  for await (const chunk of file.read()) {
    bytes.set(chunk, length);
    length += chunk.byteLength;
  }
  return bytes.subarray(0, length);
}

/** Null if the package is not installed. Bundlers let it be absent only within `try`. */
async function loadSharp(): Promise<OpenPicture | null> {
  try {
    return (await import("sharp")).default;
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    return null;
  }
}
