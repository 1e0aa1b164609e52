import type { BodySource } from "../../http/port.ts";

/**
 * Reads a body to its end.
 *
 * @throws Error if its length is not the announced one: that has already been sent to the client, so the answer cannot be
 * corrected.
 */
export async function* readSource(source: BodySource): AsyncGenerator<Uint8Array> {
  let left = source.size;
  for await (const piece of source.read()) {
    left -= piece.byteLength;
    if (left < 0) break;
    yield piece;
  }
  if (left !== 0) throw new Error("A body differs from its declared length");
}
