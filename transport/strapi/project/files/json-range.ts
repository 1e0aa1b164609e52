import { parseExactly } from "../../../../engine/internal.ts";
import { strictText } from "../../../../storage/core.ts";
import { BYTE_ORDER_MARK, JsonCursor } from "./json-cursor.ts";

/** A JSON value in a file, which is read when it is asked for. */
export class JsonRange {
  readonly path: string;
  readonly #start: number;
  readonly #end: number;
  readonly #opens: "[" | "{" | null;
  /** The cursor that found it, whose window may still contain it. */
  readonly #cursor: JsonCursor | null;

  private constructor(path: string, start: number, end: number, opens: "[" | "{" | null, cursor: JsonCursor | null) {
    this.path = path;
    this.#start = start;
    this.#end = end;
    this.#opens = opens;
    this.#cursor = cursor;
  }

  /** The value of a whole file of this many bytes. Throws errors of the file system. */
  static ofFile(path: string, length: number): JsonRange {
    const cursor = new JsonCursor(path, 0, length);
    try {
      cursor.skipByteOrderMark();
      const opens = cursor.opens();
      return new JsonRange(path, cursor.position, length, opens, null);
    } finally {
      cursor.close();
    }
  }

  /** In bytes. */
  get length(): number {
    return this.#end - this.#start;
  }

  get isList(): boolean {
    return this.#opens === "[";
  }

  get isObject(): boolean {
    return this.#opens === "{";
  }

  /**
   * The members of a list, by their indexes, or of an object, in the order of the text. The value of a member is
   * unchecked until it is read, and must be read before the next member.
   *
   * @throws SyntaxError, or an error of the file system.
   */
  *members(): Generator<readonly [string, JsonRange]> {
    const cursor = new JsonCursor(this.path, this.#start, this.#end);
    try {
      const close = this.isList ? "]" : "}";
      if (!cursor.takes(this.isList ? "[" : "{")) throw new SyntaxError("not a list or an object");
      for (let at = 0; !cursor.takes(close); at++) {
        if (at > 0 && !cursor.takes(",")) throw new SyntaxError("a comma is missing");
        const key = this.isList ? String(at) : keyAt(cursor);
        const opens = cursor.opens();
        const start = cursor.skipValue();
        yield [key, new JsonRange(this.path, start, cursor.position, opens, cursor)];
      }
      if (!cursor.atEnd()) throw new SyntaxError("text after the value");
    } finally {
      cursor.close();
    }
  }

  /** Parses the text by `parseExactly`. Throws SyntaxError, or an error of the file system. */
  value(): unknown {
    if (this.#cursor !== null) return parse(this.#cursor.bytes(this.#start, this.#end));
    const cursor = new JsonCursor(this.path, this.#start, this.#end);
    try {
      return parse(cursor.bytes(this.#start, this.#end));
    } finally {
      cursor.close();
    }
  }
}

function keyAt(cursor: JsonCursor): string {
  const start = cursor.skipValue();
  const key = parse(cursor.bytes(start, cursor.position));
  if (typeof key !== "string" || !cursor.takes(":")) throw new SyntaxError("a key and a colon are missing");
  return key;
}

function parse(bytes: Buffer): unknown {
  // Decoding would drop it. Only a file may begin with one.
  if (bytes[0] === BYTE_ORDER_MARK[0]) throw new SyntaxError("a byte order mark");
  return parseExactly(strictText(bytes));
}
