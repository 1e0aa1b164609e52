import type { OpenFile } from "../../files/file-system.ts";

export const NEWLINE = 0x0a;
const WINDOW = 1 << 20;

/** Bytes of a file with the place they begin at. */
export interface Window {
  readonly at: number;
  readonly bytes: Buffer;
  /** Nothing comes after it. */
  readonly last: boolean;
}

export interface Line {
  /** Place of its first byte in the file. */
  readonly at: number;
  /** Without its newline. */
  readonly bytes: Buffer;
  /** It has a newline. Only the last line of a file may have none. */
  readonly ended: boolean;
}

/**
 * A file in windows that end with a line, the last one aside. The next one is read while this one is being used, so
 * that the decoder never waits for the disk. A line longer than a window makes the window grow. `until` stands for
 * the end of the file.
 */
export async function* readWindows(file: OpenFile, from = 0, until?: number): AsyncGenerator<Window> {
  const size = until ?? (await file.size());
  let next = readWindow(file, from, size);
  for (;;) {
    const window = await next;
    if (window.bytes.length === 0) return;
    if (!window.last) {
      next = readWindow(file, window.at + window.bytes.length, size);
      // Waited for in the next turn; until then its failure is not a lost one.
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
