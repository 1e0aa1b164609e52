import { samplePicture } from "../../library/factory/files/sample-picture.ts";

export interface ReplacedFile {
  readonly id: unknown;
  readonly mime: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
}

/** Made-up bytes in place of a file's: a picture of the same size, a second of video or sound, else a word. */
export async function placeholder({ id, mime, width, height }: ReplacedFile): Promise<Uint8Array> {
  const [kind] = String(mime).split("/");
  const [w, h] = [sideOf(width), sideOf(height)];
  if (/\bsvg\b/.test(String(mime)))
    return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"></svg>\n`);
  if (kind === "image") return samplePicture(w, h, Number(id));
  if (kind !== "video" && kind !== "audio") return Buffer.from("placeholder\n");
  const { AUDIO, VIDEO } = await import("../../library/factory/files/sample-bytes.ts");
  return kind === "video" ? VIDEO : AUDIO;
}

function sideOf(value: unknown): number {
  return typeof value === "number" && value >= 1 ? Math.min(4000, Math.round(value)) : 100;
}
