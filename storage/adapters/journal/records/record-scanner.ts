import type { Change, Commit, Layer, Status } from "../../../../engine/internal.ts";
import { textOf } from "../../../files/text-of.ts";
import type { Position } from "../../../port.ts";
import type { Shape } from "../../../shapes/shape.ts";
import { authorShape, causesShape, changeShape, isLayer } from "../../../shapes/shapes.ts";
import { FRAME_LENGTH } from "./frame.ts";
import { JsonCursor, RepeatedText } from "./json-cursor.ts";
import { LazyVersion } from "./lazy-version.ts";

const COMMA = Buffer.from(",");
const BRACE = Buffer.from("}");
const NULL = Buffer.from("null");
const QUOTE = Buffer.from('"');
const TIME = Buffer.from('0000-00-00T00:00:00.000Z"');

const POSITION = Buffer.from('"position":');
const COMMIT = Buffer.from('],"commit":"');
const NUMBER = Buffer.from(',"body":{"number":');
const AT = Buffer.from(',"at":');
const FORMAT = Buffer.from(',"format":');
const CHANGES = Buffer.from(',"changes":[');
const CHANGES_END = Buffer.from("]");
const CAUSES = Buffer.from(',"causes":');
const BY = Buffer.from(',"by":');
const RECORD_END = Buffer.from("}}\n");

const SEQUENCE = Buffer.from('{"kind":"sequence","of":"');
const LAST = Buffer.from(',"last":');
const PUT = Buffer.from('{"kind":"put","type":"');
const STATUS = Buffer.from(',"status":"');
const DRAFT = Buffer.from('draft","version":');
const PUBLISHED = Buffer.from('published","version":');
const DRAFT_IN = Buffer.from("draft:");
const PUBLISHED_IN = Buffer.from("published:");
const VERSION = Buffer.from(',"version":');

const ID = Buffer.from('{"id":');
const DOCUMENT_ID = Buffer.from(',"documentId":"');
const CREATED_AT = Buffer.from(',"createdAt":"');
const UPDATED_AT = Buffer.from(',"updatedAt":"');
const PUBLISHED_AT = Buffer.from(',"publishedAt":');
const VALUES = Buffer.from(',"values":');
const OBJECT = 0x7b;

/**
 * Reads from a journal's records the versions of documents, without their values, for a start. Values are only checked
 * to be JSON, which is three times as fast as parsing them.
 *
 * It reads the exact layout that `encodeBatch` writes. A record with another layout is left to `decodeRecord`, even if
 * it is the same JSON: `decodeRecord` reads it or reports its fault.
 */
export class RecordScanner {
  readonly #cursor = new JsonCursor();
  readonly #log: Buffer;
  readonly #sequences = new RepeatedText();
  readonly #types = new RepeatedText();

  constructor(log: string) {
    this.#log = Buffer.from(`,"log":${JSON.stringify(log)},"batch":[`);
  }

  /** Offset after the record that was scanned last. */
  get end(): number {
    return this.#cursor.at;
  }

  /**
   * The body of the checked line that begins at `from` and should have this position; null if its layout is a different
   * one.
   */
  scan(bytes: Buffer, from: number, position: Position): Commit | null {
    const cursor = this.#cursor;
    cursor.bytes = bytes;
    cursor.at = from + FRAME_LENGTH;
    if (!this.#envelope(position)) return null;
    const at = cursor.natural();
    const format = cursor.literal(FORMAT) ? cursor.natural() : null;
    if (at < 0 || !cursor.literal(CHANGES)) return null;
    const changes = this.#changes();
    if (changes === null || !cursor.literal(CHANGES_END)) return null;
    if (format === 4) return this.#meaning({ number: position, at, format, changes });
    if (!cursor.literal(RECORD_END)) return null;
    if (format === null) return { number: position, at, changes };
    return format === 2 ? { number: position, at, format, changes } : null;
  }

  /** The commit with its causes and its author. */
  #meaning(commit: Commit): Commit | null {
    const causes = this.#member(CAUSES, causesShape);
    const by = this.#member(BY, authorShape);
    if (causes === null || by === null || !this.#cursor.literal(RECORD_END)) return null;
    return { ...commit, ...(causes && { causes }), ...(by && { by }) };
  }

  /** A member of this name: undefined if it is not there, null if it is not of this shape. */
  #member<T>(name: Buffer, shape: Shape<T>): T | null | undefined {
    const cursor = this.#cursor;
    if (!cursor.literal(name)) return undefined;
    const { bytes, at: start } = cursor;
    if (!cursor.value()) return null;
    const value: unknown = JSON.parse(textOf(bytes.subarray(start, cursor.at)));
    return shape(value).length === 0 ? (value as T) : null;
  }

  #envelope(position: Position): boolean {
    const cursor = this.#cursor;
    if (!cursor.literal(POSITION) || cursor.natural() !== position || !cursor.literal(this.#log)) return false;
    const hasBatch = cursor.natural() > 0 && cursor.literal(COMMA) && cursor.natural() > 0;
    if (!hasBatch || !cursor.literal(COMMIT) || !cursor.plainText()) return false;
    return cursor.literal(NUMBER) && cursor.natural() === position && cursor.literal(AT);
  }

  #changes(): readonly Change[] | null {
    const changes: Change[] = [];
    do {
      const change = this.#change();
      if (change === null) return null;
      changes.push(change);
    } while (this.#cursor.literal(COMMA));
    return changes;
  }

  #change(): Change | null {
    if (this.#cursor.literal(PUT)) return this.#put();
    if (this.#cursor.literal(SEQUENCE)) return this.#sequence();
    return this.#other();
  }

  #sequence(): Change | null {
    const cursor = this.#cursor;
    const of = this.#sequences.read(cursor);
    if (of === null || !cursor.literal(LAST)) return null;
    const last = cursor.natural();
    return last >= 0 && cursor.literal(BRACE) ? { kind: "sequence", of, last } : null;
  }

  #put(): Change | null {
    const type = this.#types.read(this.#cursor);
    if (type === null || !this.#cursor.literal(STATUS)) return null;
    const status = this.#status();
    if (status === null) return null;
    const version = this.#version();
    return version !== null && this.#cursor.literal(BRACE) ? { kind: "put", type, status, version } : null;
  }

  #status(): Layer | null {
    if (this.#cursor.literal(DRAFT)) return "draft";
    if (this.#cursor.literal(PUBLISHED)) return "published";
    if (this.#cursor.literal(DRAFT_IN)) return this.#layer("draft");
    return this.#cursor.literal(PUBLISHED_IN) ? this.#layer("published") : null;
  }

  #layer(status: Status): Layer | null {
    const cursor = this.#cursor;
    const { bytes, at: start } = cursor;
    if (!cursor.plainText()) return null;
    const layer = `${status}:${textOf(bytes.subarray(start, cursor.at - 1))}`;
    return isLayer(layer) && cursor.literal(VERSION) ? layer : null;
  }

  #version(): LazyVersion | null {
    const cursor = this.#cursor;
    const { bytes, at: start } = cursor;
    if (!cursor.literal(ID)) return null;
    const id = cursor.natural();
    if (id <= 0 || !cursor.literal(DOCUMENT_ID)) return null;
    const nameStart = cursor.at;
    if (!cursor.plainText()) return null;
    const documentId = bytes.toString("latin1", nameStart, cursor.at - 1);
    if (!this.#times() || !cursor.literal(VALUES) || bytes[cursor.at] !== OBJECT) return null;
    if (!cursor.value() || !cursor.literal(BRACE)) return null;
    return new LazyVersion(id, documentId, bytes, start, cursor.at);
  }

  #times(): boolean {
    const cursor = this.#cursor;
    if (!cursor.literal(CREATED_AT) || !cursor.pattern(TIME)) return false;
    if (!cursor.literal(UPDATED_AT) || !cursor.pattern(TIME) || !cursor.literal(PUBLISHED_AT)) return false;
    return cursor.literal(NULL) || (cursor.literal(QUOTE) && cursor.pattern(TIME));
  }

  /** Any other kind of change: these are rare or short. */
  #other(): Change | null {
    const cursor = this.#cursor;
    const { bytes, at: start } = cursor;
    if (!cursor.value()) return null;
    const change: unknown = JSON.parse(textOf(bytes.subarray(start, cursor.at)));
    // The shape has just checked the type.
    return changeShape(change).length === 0 ? (change as Change) : null;
  }
}
