const [QUOTE, BACKSLASH, SPACE, COMMA, COLON] = [0x22, 0x5c, 0x20, 0x2c, 0x3a];
const [BRACE, CLOSING_BRACE, BRACKET, CLOSING_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const ASCII_END = 0x80;

/** For each ASCII character: whether a JSON string contains it unescaped. */
const PLAIN = Uint8Array.from({ length: ASCII_END }, (_, code) =>
  Number(code >= SPACE && code !== QUOTE && code !== BACKSLASH),
);

/** Longer texts are left to native code, which is quicker only from about this length on. */
const MAX_SHORT = 96;
/** In UTF-8, a UTF-16 code unit takes up to this many bytes. */
const UNIT_BYTES = 3;

const HEX = Buffer.from("0123456789abcdef");
const HEX_LENGTH = 8;

const INITIAL = 1 << 16;
/** Memory beyond this is not kept for the next batch. */
const MAX_KEPT = 1 << 22;

/**
 * Plain data as JSON in UTF-8, the same bytes as those of `JSON.stringify`, in memory that is used again: this takes two
 * thirds of the time, and leaves no texts to the garbage collector.
 */
export class JsonBytes {
  #bytes = Buffer.allocUnsafeSlow(INITIAL);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was written from an offset on; valid until something else is written. */
  from(start: number): Buffer {
    return this.#bytes.subarray(start, this.#length);
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > MAX_KEPT) this.#bytes = Buffer.allocUnsafeSlow(INITIAL);
  }

  /** Writes a number of 32 bits over what stands at an offset, in eight hexadecimal digits. */
  overwriteHex(number: number, at: number): void {
    let left = number;
    for (let digit = at + HEX_LENGTH - 1; digit >= at; digit -= 1) {
      this.#bytes[digit] = HEX[left & 0xf] ?? 0;
      left >>>= 4;
    }
  }

  /** An ASCII text, as it is. */
  ascii(text: string): void {
    const { length } = text;
    this.#room(length);
    for (let at = 0; at < length; at += 1) this.#bytes[this.#length + at] = text.charCodeAt(at);
    this.#length += length;
  }

  /** Any text, as it is. */
  verbatim(text: string): void {
    this.#room(text.length * UNIT_BYTES);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** An object without its opening brace. */
  members(object: object): void {
    let separator = 0;
    for (const name in object) {
      const value: unknown = (object as Record<string, unknown>)[name];
      if (value === undefined || !Object.hasOwn(object, name)) continue;
      if (separator !== 0) this.#byte(separator);
      separator = COMMA;
      this.#text(name);
      this.#byte(COLON);
      this.value(value);
    }
    this.#byte(CLOSING_BRACE);
  }

  /** What JSON does not know is null. */
  value(value: unknown): void {
    if (typeof value === "string") this.#text(value);
    else if (typeof value === "object" && value !== null) this.#structure(value);
    else if (typeof value === "boolean" || Number.isFinite(value)) this.ascii(String(value));
    else this.ascii("null");
  }

  #structure(value: object & { readonly toJSON?: unknown }): void {
    if (Array.isArray(value)) this.#list(value);
    else if (typeof value.toJSON === "function") this.value(value.toJSON());
    else {
      this.#byte(BRACE);
      this.members(value);
    }
  }

  #list(list: readonly unknown[]): void {
    this.#byte(BRACKET);
    for (let at = 0; at < list.length; at += 1) {
      if (at > 0) this.#byte(COMMA);
      this.value(list[at]);
    }
    this.#byte(CLOSING_BRACKET);
  }

  #text(text: string): void {
    if (text.length > MAX_SHORT || !this.#plainText(text)) this.verbatim(JSON.stringify(text));
  }

  /** A string without escapes, in ASCII; false, and nothing is written, for any other one. */
  #plainText(text: string): boolean {
    const { length } = text;
    this.#room(length + 2);
    const bytes = this.#bytes;
    const start = this.#length + 1;
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= ASCII_END || PLAIN[code] === 0) return false;
      bytes[start + at] = code;
    }
    bytes[start - 1] = QUOTE;
    bytes[start + length] = QUOTE;
    this.#length = start + length + 1;
    return true;
  }

  #byte(byte: number): void {
    this.#room(1);
    this.#bytes[this.#length] = byte;
    this.#length += 1;
  }

  #room(bytes: number): void {
    const wanted = this.#length + bytes;
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
