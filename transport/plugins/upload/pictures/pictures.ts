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
export const BREAKPOINTS = { large: 1000, medium: 750, small: 500 } as const;

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
  readonly #load: () => Promise<OpenPicture>;
  #open: Promise<OpenPicture | null> | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** `load` returns the function that opens pictures; it rejects if sharp is not installed. */
  constructor(options: PictureOptions, log: Log, load: () => Promise<OpenPicture> = loadSharp) {
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
    this.#open ??= this.#load().catch((error: unknown) => this.#without(error));
    const open = await this.#open;
    if (open === null) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.read()) chunks.push(chunk);
    try {
      return await shapePicture(open, Buffer.concat(chunks), this.#options);
    } catch {
      throw new EngineError("application", "File is not a valid image");
    }
  }

  #without(error: unknown): null {
    this.#log.warn(isMissingPackage(error) ? {} : { err: error }, MISSING);
    return null;
  }
}

async function loadSharp(): Promise<OpenPicture> {
  return (await import("sharp")).default;
}
