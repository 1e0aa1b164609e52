const NEWLINE = 0x0a;

/**
 * The text between newlines, in order; a last line without a newline counts unless it is empty. `held` is called with the bytes
 * of a line that goes on in the next chunk: it may refuse a long one.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  held: (length: number) => void = () => {},
): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, start)) {
      const piece = buffer.subarray(start, end);
      yield rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
      rest = [];
      length = 0;
      start = end + 1;
    }
    length += buffer.length - start;
    held(length);
    if (start < buffer.length) rest.push(buffer.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
