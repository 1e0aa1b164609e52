import type { BodySource } from "../../http/port.ts";

/**
 * Reads a body to its end.
 *
 * @throws Error where it is not as long as it said: that length has been sent to the client, so the rest cannot be
 * mended.
 */
export async function* readSource(source: BodySource): AsyncGenerator<Uint8Array> {
  let left = source.size;
  for await (const piece of source.read()) {
    left -= piece.byteLength;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw new Error("A body is not as long as it said");
}
