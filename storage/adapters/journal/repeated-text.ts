import type { JsonCursor } from "./json-cursor.ts";

/** Reads plain texts of which most are like the one before: such a one is compared with it, and not made anew. */
export class RepeatedText {
  /** With its closing quote. */
  #bytes = Buffer.from('"');
  #text = "";

  /** From behind the opening quote to behind the closing one; null where there is no plain text. */
  read(cursor: JsonCursor): string | null {
    if (this.#text !== "" && cursor.literal(this.#bytes)) return this.#text;
    const start = cursor.at;
    if (!cursor.plainText()) return null;
    this.#bytes = Buffer.from(cursor.bytes.subarray(start, cursor.at));
    this.#text = this.#bytes.toString("latin1", 0, this.#bytes.length - 1);
    return this.#text;
  }
}
