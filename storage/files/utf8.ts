import { isUtf8 } from "node:buffer";
import { TextDecoder } from "node:util";

/** Index of the first byte that is not valid UTF-8; the number of bytes if all are. */
export function firstNotUtf8(bytes: Uint8Array): number {
  if (isUtf8(bytes)) return bytes.length;
  // A part may end within a character, which has at most three more bytes.
  let [good, bad] = [0, bytes.length];
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (isUtf8(bytes.subarray(0, wholeEnd(bytes, middle)))) good = middle;
    else bad = middle - 1;
  }
  return wholeEnd(bytes, good);
}

/** The end of the last character that ends at or before a position. */
function wholeEnd(bytes: Uint8Array, end: number): number {
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? end - back : end;
  }
  return end;
}

/**
 * Decodes bytes, without a byte order mark.
 *
 * @throws SyntaxError with the line of the first invalid byte: decoding it would alter it for good.
 */
export function strictText(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return UTF8.decode(bytes);
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new SyntaxError("it is UTF-16: save it as UTF-8");
  }
  const at = firstNotUtf8(bytes);
  let line = 1;
  for (let index = 0; index < at; index++) if (bytes[index] === NEWLINE) line += 1;
  throw new SyntaxError(`invalid UTF-8 at line ${line}, byte ${at} of the file`);
}

const UTF8 = new TextDecoder();

const NEWLINE = 0x0a;
