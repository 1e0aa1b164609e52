import { closeSync, openSync, readSync } from "node:fs";

/** Bytes of a file that are in memory at a time. */
const WINDOW_LENGTH = 1 << 16;

/** The value read behind the last byte. */
const END = -1;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
export const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Reads the outermost tokens of JSON from the bytes of a file, between two positions. The inside of values is skipped
 * by its brackets and quotes, unchecked: no byte of a character beyond ASCII looks like a bracket or a quote.
 */
export class JsonCursor {
  readonly #file: number;
  readonly #end: number;
  readonly #window = Buffer.allocUnsafe(WINDOW_LENGTH);
  /** Position of the window in the file. */
  #from: number;
  /** Bytes in the window. */
  #length = 0;
  /** The next byte in the window. */
  #at = 0;

  constructor(path: string, start: number, end: number) {
    this.#file = openSync(path, "r");
    this.#from = start;
    this.#end = end;
  }

  /** Of the next byte. */
  get position(): number {
    return this.#from + this.#at;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** The bytes between two positions, of the window if they are in it: valid until the cursor moves on. */
  bytes(start: number, end: number): Buffer {
    const first = start - this.#from;
    if (first >= 0 && end - this.#from <= this.#length) return this.#window.subarray(first, end - this.#from);
    const bytes = Buffer.allocUnsafe(end - start);
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#file, bytes, at, bytes.length - at, start + at);
      if (read === 0) throw new SyntaxError("the file ends too early");
      at += read;
    }
    return bytes;
  }

  skipByteOrderMark(): void {
    this.#peek();
    if (BYTE_ORDER_MARK.every((byte, at) => at < this.#length && this.#window[at] === byte)) {
      this.#at += BYTE_ORDER_MARK.length;
    }
  }

  /** The bracket of a list or an object that begins here, or null for other values. */
  opens(): "[" | "{" | null {
    const byte = this.#peekToken();
    return byte === OPEN_LIST ? "[" : byte === OPEN_OBJECT ? "{" : null;
  }

  /** Takes a bracket, comma or colon if it is next. */
  takes(token: "[" | "]" | "{" | "}" | "," | ":"): boolean {
    if (this.#peekToken() !== token.charCodeAt(0)) return false;
    this.#at += 1;
    return true;
  }

  atEnd(): boolean {
    return this.#peekToken() === END;
  }

  /** Skips the value that is next and returns its first position. Behind it is `position`. */
  skipValue(): number {
    const first = this.#peekToken();
    const start = this.position;
    if (first === QUOTE) this.#skipString();
    else if (first === OPEN_LIST || first === OPEN_OBJECT) this.#skipBrackets();
    else this.#skipWord();
    return start;
  }

  #skipBrackets(): void {
    let depth = 0;
    do {
      const byte = this.#peek();
      if (byte === QUOTE) {
        this.#skipString();
        continue;
      }
      if (byte === END) throw new SyntaxError("a bracket is not closed");
      this.#at += 1;
      if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1;
    } while (depth > 0);
  }

  #skipString(): void {
    this.#at += 1;
    for (;;) {
      const byte = this.#peek();
      if (byte === END) throw new SyntaxError("a string is not closed");
      this.#at += 1;
      if (byte === QUOTE) return;
      if (byte === BACKSLASH && this.#peek() !== END) this.#at += 1;
    }
  }

  /** A number, `true`, `false` or `null`. */
  #skipWord(): void {
    const start = this.position;
    for (let byte = this.#peek(); !endsWord(byte); byte = this.#peek()) this.#at += 1;
    if (this.position === start) throw new SyntaxError("a value is missing");
  }

  #peekToken(): number {
    let byte = this.#peek();
    while (BLANKS.has(byte)) {
      this.#at += 1;
      byte = this.#peek();
    }
    return byte;
  }

  #peek(): number {
    if (this.#at === this.#length && !this.#fill()) return END;
    return this.#window[this.#at] ?? END;
  }

  #fill(): boolean {
    this.#from += this.#length;
    this.#at = 0;
    this.#length = readSync(this.#file, this.#window, 0, Math.min(WINDOW_LENGTH, this.#end - this.#from), this.#from);
    return this.#length > 0;
  }
}

function endsWord(byte: number): boolean {
  return (
    byte === COMMA || byte === COLON || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte === END || BLANKS.has(byte)
  );
}
