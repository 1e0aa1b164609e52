import { createHmac } from "node:crypto";

/**
 * Stand-ins for values, by HMAC of the value with a key: the same value has the same stand-in wherever it is, and without
 * the key nobody can look one up (RFC 2104).
 */
export class StandIns {
  readonly #key: Uint8Array;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** Ends in a domain that nobody can own (RFC 2606). */
  email(value: string, longest = Number.POSITIVE_INFINITY): string {
    const local = this.#letters("email", value.trim().toLowerCase(), 16);
    return `${local.slice(0, Math.max(1, longest - DOMAIN.length))}${DOMAIN}`;
  }

  /** Each word by a word: the same first name stays the same one. */
  name(value: string): string {
    return value.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => {
      const bytes = this.#bytes("name", word.toLowerCase(), 6);
      let found = "";
      for (const byte of bytes) found += `${CONSONANTS[byte >> 4]}${VOWELS[byte & 7]}`;
      if (word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()) return found.toUpperCase();
      return /^\p{Lu}/u.test(word) ? found.charAt(0).toUpperCase() + found.slice(1) : found;
    });
  }

  /** +999 is the code of no country. */
  phone(value: string): string {
    const digits = value.replace(/\D/g, "");
    return `+999${this.#digits("phone", digits, 11)}`;
  }

  /** XX is no country. The digits that check it are 00, which are never right. */
  iban(value: string): string {
    const plain = value.replace(/\s/g, "").toUpperCase();
    return `XX00${this.#digits("iban", plain, Math.max(11, plain.length - 4))}`;
  }

  /** Letters for letters and digits for digits; at least `least` of them, so that short texts stay apart. */
  text(value: string, least = 0): string {
    const signs = value.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
    const bytes = this.#bytes("text", value, Math.max(signs, least));
    let at = 0;
    const found = value.replace(/[\p{L}\p{N}]\p{M}*/gu, (sign) => {
      const byte = bytes[at++] ?? 0;
      if (/^\p{N}/u.test(sign)) return String(byte % 10);
      const letter = LETTERS[byte % 26] ?? "x";
      return /^\p{Lu}/u.test(sign) ? letter.toUpperCase() : letter;
    });
    let more = "";
    for (; at < least; at++) more += LETTERS[(bytes[at] ?? 0) % 26];
    return found + more;
  }

  /** A day between 1950 and 1999, with the time of midnight where the value has one. */
  date(value: string): string {
    const number = this.#bytes("date", value, 4).readUInt32BE(0);
    const day = new Date(Date.UTC(1950, 0, 1 + (number % 18_262))).toISOString();
    return value.length > 10 ? day : day.slice(0, 10);
  }

  /** As long as the value, of at least 16 hexadecimal digits. */
  token(value: string): string {
    return this.#bytes("token", value, Math.ceil(Math.max(16, Math.min(value.length, 512)) / 2)).toString("hex");
  }

  /** A name for a file, without its extension. */
  file(value: string): string {
    return `file_${this.#bytes("file", value, 12).toString("hex")}`;
  }

  /** A whole number with as many digits. */
  number(value: number, lowest = 0): number {
    const digits = String(Math.abs(Math.trunc(value))).length;
    const scale = 10 ** Math.min(15, digits);
    const bytes = this.#bytes("number", String(value), 8);
    const found = Number(bytes.readBigUInt64BE(0) % BigInt(scale));
    return Math.max(lowest, found);
  }

  #letters(purpose: string, value: string, length: number): string {
    return [...this.#bytes(purpose, value, length)].map((byte) => LETTERS_AND_DIGITS[byte & 31]).join("");
  }

  #digits(purpose: string, value: string, length: number): string {
    return [...this.#bytes(purpose, value, length)].map((byte) => byte % 10).join("");
  }

  /** Bytes that follow from the value, in blocks of one HMAC. */
  #bytes(purpose: string, value: string, length: number): Buffer {
    const blocks: Buffer[] = [];
    for (let block = 0; block * 32 < length; block++) {
      blocks.push(createHmac("sha256", this.#key).update(`${purpose} ${block}\n${value}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, length);
  }
}

const DOMAIN = "@example.com";
const CONSONANTS = "bcdfghjklmnprstv";
const VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const LETTERS_AND_DIGITS = "abcdefghijklmnopqrstuvwxyz234567";
