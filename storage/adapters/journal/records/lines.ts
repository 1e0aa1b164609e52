import type { OpenFile } from "../../../files/file-system.ts";

export const NEWLINE = 0x0a;
const WINDOW = 1 << 20;

/** Bytes of a file, and the offset at which they begin. */
export interface Window {
  readonly at: number;
  readonly bytes: Buffer;
  /** The line reaches the end of the file. */
  readonly last: boolean;
}

export interface Line {
  /** Offset of its first byte in the file. */
  readonly at: number;
  /** Without its newline. */
  readonly bytes: Buffer;
  /** Whether it ends with a newline. Only the last line of a file may lack one. */
  readonly ended: boolean;
}

/**
 * Reads a file in windows that end at a line's end, except for the last one. The next window is read while this one is
 * used, so that the decoder does not wait for the disk. A window grows to hold a line longer than itself. `until` is
 * the offset to stop at, by default the end of the file.
 */
export async function* readWindows(file: OpenFile, from = 0, until?: number): AsyncGenerator<Window> {
  const size = until ?? (await file.size());
  let next = readWindow(file, from, size);
  for (;;) {
    const window = await next;
    if (window.bytes.length === 0) return;
    if (!window.last) {
      next = readWindow(file, window.at + window.bytes.length, size);
      // Awaited in the next iteration; until then, a failure must not count as an unhandled rejection.
      next.catch(() => {});
    }
    yield window;
    if (window.last) return;
  }
}

/** The lines of a window, in order. */
export function* linesOf({ at, bytes }: Window): Generator<Line> {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
    yield { at: at + start, bytes: bytes.subarray(start, end), ended: true };
    start = end + 1;
  }
  if (start < bytes.length) yield { at: at + start, bytes: bytes.subarray(start), ended: false };
}

async function readWindow(file: OpenFile, at: number, size: number): Promise<Window> {
  for (let length = WINDOW; ; length *= 2) {
    const read = await file.read(at, Math.min(length, size - at));
    const bytes = Buffer.from(read.buffer, read.byteOffset, read.byteLength);
    if (at + bytes.length >= size || bytes.length < length) return { at, bytes, last: true };
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    if (end > 0) return { at, bytes: bytes.subarray(0, end), last: false };
  }
}
