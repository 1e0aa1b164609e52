import type { MediaAttribute } from "../../engine/index.ts";
import type { UnknownRecord } from "../project/record.ts";

const KINDS = new Map([
  ["images", { ext: ".png", mime: "image/png", width: 1200, height: 800 }],
  ["videos", { ext: ".mp4", mime: "video/mp4" }],
  ["audios", { ext: ".mp3", mime: "audio/mpeg" }],
  ["files", { ext: ".pdf", mime: "application/pdf" }],
]);

/** The row of an uploaded file of a kind that an attribute takes. There are no bytes to it. */
export function madeFile({ allowedTypes }: MediaAttribute, serial: number): UnknownRecord {
  const kind = KINDS.get(allowedTypes[0] ?? "images") ?? KINDS.get("images");
  const hash = `made_${serial + 1}`;
  const name = `${hash}${kind?.ext}`;
  return { name, hash, ...kind, size: 12.5, url: `/uploads/${name}`, provider: "local" };
}
