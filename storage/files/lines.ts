const NEWLINE = 0x0a;

/** The text between newlines, in order; a last line without a newline counts unless it is empty. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of bytes) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = buffer.indexOf(NEWLINE); end >= 0; end = buffer.indexOf(NEWLINE, start)) {
      const piece = buffer.subarray(start, end);
      yield rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
      rest = [];
      start = end + 1;
    }
    if (start < buffer.length) rest.push(buffer.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}
