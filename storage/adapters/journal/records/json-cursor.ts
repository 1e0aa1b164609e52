const [QUOTE, BACKSLASH, COMMA, COLON, MINUS, PLUS, POINT] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2b, 0x2e];
const [ZERO, NINE, BRACE, CLOSING_BRACE, BRACKET, CLOSING_BRACKET] = [0x30, 0x39, 0x7b, 0x7d, 0x5b, 0x5d];
const EXPONENT = 0x65;
/** A number with more digits may not be exact. */
const MAX_DIGITS = 15;
/** Deeper values are left to a parser without recursion. */
const DEEPEST = 100;

/** For each byte: whether a JSON string contains it unescaped, and whether it is also ASCII. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH),
);
const PLAIN_ASCII = PLAIN.map((plain, byte) => Number(plain === 1 && byte < 0x7f));
const ESCAPABLE = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number('"\\/bfnrt'.includes(String.fromCharCode(byte))),
);
const HEX_DIGIT = Uint8Array.from({ length: 256 }, (_, byte) => Number(/[\da-fA-F]/.test(String.fromCharCode(byte))));

const NULL = Buffer.from("null");
const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");
const NO_BYTES = Buffer.alloc(0);

/**
 * A JSON validator that builds no values. It walks over bytes that should be JSON as `JSON.stringify` writes it,
 * without whitespace. Each step says whether it found what it expected; after a failure the position is undefined.
 * Everything that it accepts is also accepted by `JSON.parse`.
 */
export class JsonCursor {
  bytes: Buffer = NO_BYTES;
  at = 0;

  /** Exactly these bytes. */
  literal(expected: Uint8Array): boolean {
    const { bytes, at } = this;
    const { length } = expected;
    for (let index = 0; index < length; index += 1) if (bytes[at + index] !== expected[index]) return false;
    this.at = at + length;
    return true;
  }

  /** Like `literal`, but each zero matches any digit. */
  pattern(expected: Uint8Array): boolean {
    const { bytes, at } = this;
    const { length } = expected;
    for (let index = 0; index < length; index += 1) {
      if (expected[index] === ZERO ? digitAt(bytes, at + index) < 0 : bytes[at + index] !== expected[index])
        return false;
    }
    this.at = at + length;
    return true;
  }

  /** An integer of 0 or more; -1 if there is none or it is too long to be exact. */
  natural(): number {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let number = 0;
    for (let digit = digitAt(bytes, at); digit >= 0; digit = digitAt(bytes, at)) {
      number = number * 10 + digit;
      at += 1;
    }
    this.at = at;
    const length = at - start;
    const isWhole = length > 0 && length <= MAX_DIGITS && (length === 1 || bytes[start] !== ZERO);
    return isWhole ? number : -1;
  }

  /** The rest of a string after its opening quote: not empty, ASCII, without escapes; and its closing quote. */
  plainText(): boolean {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    while (PLAIN_ASCII[bytes[at] ?? 0] === 1) at += 1;
    this.at = at + 1;
    return at > start && bytes[at] === QUOTE;
  }

  /** Any value. */
  value(depth = 0): boolean {
    switch (this.bytes[this.at]) {
      case QUOTE:
        return this.#text();
      case BRACE:
        return depth < DEEPEST && this.#members(CLOSING_BRACE, depth + 1, true);
      case BRACKET:
        return depth < DEEPEST && this.#members(CLOSING_BRACKET, depth + 1, false);
      case NULL[0]:
        return this.literal(NULL);
      case TRUE[0]:
        return this.literal(TRUE);
      case FALSE[0]:
        return this.literal(FALSE);
      default:
        return this.#number();
    }
  }

  /** From an opening bracket to its closing one. */
  #members(closing: number, depth: number, isNamed: boolean): boolean {
    this.at += 1;
    if (this.#byte(closing)) return true;
    do {
      if (isNamed && !(this.bytes[this.at] === QUOTE && this.#text() && this.#byte(COLON))) return false;
      if (!this.value(depth)) return false;
    } while (this.#byte(COMMA));
    return this.#byte(closing);
  }

  #text(): boolean {
    const { bytes } = this;
    let at = this.at + 1;
    for (;;) {
      while (PLAIN[bytes[at] ?? 0] === 1) at += 1;
      if (bytes[at] !== BACKSLASH) break;
      const length = escapeLength(bytes, at + 1);
      if (length === 0) return false;
      at += 1 + length;
    }
    this.at = at + 1;
    return bytes[at] === QUOTE;
  }

  #number(): boolean {
    this.#byte(MINUS);
    const isZero = this.#byte(ZERO);
    if (!isZero && !this.#digits()) return false;
    if (this.#byte(POINT) && !this.#digits()) return false;
    if (!this.#byte(EXPONENT)) return true;
    if (!this.#byte(MINUS)) this.#byte(PLUS);
    return this.#digits();
  }

  #digits(): boolean {
    const start = this.at;
    while (digitAt(this.bytes, this.at) >= 0) this.at += 1;
    return this.at > start;
  }

  #byte(expected: number): boolean {
    if (this.bytes[this.at] !== expected) return false;
    this.at += 1;
    return true;
  }
}

function digitAt(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0;
  return byte >= ZERO && byte <= NINE ? byte - ZERO : -1;
}

/** The length of an escape after its backslash; 0 if JSON has no such escape. */
function escapeLength(bytes: Buffer, at: number): number {
  if (ESCAPABLE[bytes[at] ?? 0] === 1) return 1;
  if (bytes[at] !== 0x75) return 0;
  for (let index = 1; index <= 4; index += 1) if (HEX_DIGIT[bytes[at + index] ?? 0] !== 1) return 0;
  return 5;
}

/** Reads plain strings. Most equal the one before: an equal string is only compared, not created again. */
export class RepeatedText {
  /** The last string's bytes, including its closing quote. */
  #bytes = Buffer.from('"');
  #text = "";

  /** Reads from after the opening quote to after the closing one; null if it is not a plain string. */
  read(cursor: JsonCursor): string | null {
    if (this.#text !== "" && cursor.literal(this.#bytes)) return this.#text;
    const start = cursor.at;
    if (!cursor.plainText()) return null;
    this.#bytes = Buffer.from(cursor.bytes.subarray(start, cursor.at));
    this.#text = this.#bytes.toString("latin1", 0, this.#bytes.length - 1);
    return this.#text;
  }
}
