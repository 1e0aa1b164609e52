/** The same bytes in pieces of `size`; the last piece may be smaller. */
export async function* inParts(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  let kept: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      // A copy: the producer may reuse the chunk's memory.
      const piece = Buffer.from(chunk.subarray(at, at + size - length));
      kept.push(piece);
      length += piece.length;
      at += piece.length;
      if (length < size) continue;
      yield Buffer.concat(kept);
      kept = [];
      length = 0;
    }
  }
  if (length > 0) yield Buffer.concat(kept);
}
