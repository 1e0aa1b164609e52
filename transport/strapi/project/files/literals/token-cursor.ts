import type { Token, Tokens } from "./tokens.ts";

/** Thrown where something is not a literal. */
export const CODE = Symbol("code");

/** A place in the tokens of a source. Reading a token passes it; a token of another kind throws `CODE`. */
export class TokenCursor {
  at = 0;
  readonly #tokens: Tokens;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#tokens.list.length;
  }

  /** The line of the next token, from 1. */
  get line(): number {
    return this.next?.line ?? this.#tokens.lines;
  }

  get next(): Token | undefined {
    return this.#tokens.list[this.at];
  }

  sees(text: string, offset = 0): boolean {
    const token = this.#tokens.list[this.at + offset];
    return token !== undefined && token.kind !== "text" && token.text === text;
  }

  /** Passes these tokens, if they are next. */
  take(...texts: readonly string[]): boolean {
    if (!texts.every((text, offset) => this.sees(text, offset))) return false;
    this.at += texts.length;
    return true;
  }

  expect(text: string): void {
    if (!this.take(text)) throw CODE;
  }

  /** The place behind the parenthesis that closes the next one. */
  behindParentheses(): number {
    const closer = this.#tokens.closers.get(this.at);
    if (closer === undefined) throw CODE;
    return closer + 1;
  }

  name(): string {
    const name = this.#textOf("name");
    this.at++;
    return name;
  }

  text(): string {
    const text = unescaped(this.#textOf("text").slice(1, -1));
    if (text === undefined) throw CODE;
    this.at++;
    return text;
  }

  number(): number {
    const text = this.#textOf("number");
    const number = Number(text.replaceAll("_", ""));
    if (Number.isNaN(number) || /^0\d/.test(text)) throw CODE;
    this.at++;
    return number;
  }

  /** Passes a type: `Core.Config.Server`, `Partial<Config>`, `string[]`. */
  type(): void {
    do this.name();
    while (this.take("."));
    if (this.take("<")) {
      for (let open = 1; open > 0; this.at++) {
        // No type has this word: looking on for an end behind each would take quadratic time.
        if (this.isAtEnd || this.sees("const")) throw CODE;
        open += this.sees("<") ? 1 : this.sees(">") ? -1 : 0;
      }
    }
    while (this.take("[", "]"));
  }

  /** The next token, which must be of this kind. */
  #textOf(kind: Token["kind"]): string {
    const token = this.next;
    if (token?.kind !== kind) throw CODE;
    return token.text;
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["\n", ""],
]);

/** Takes the escapes out of the inside of a quoted text; undefined if ECMAScript refuses an escape in some kind of text. */
function unescaped(text: string): string | undefined {
  let isValid = true;
  const plain = text.replace(
    /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(.))/gsu,
    (_, long, four, two, other) => {
      if (other !== undefined) {
        if (/[\dux]/.test(other)) isValid = false;
        return ESCAPES.get(other) ?? other;
      }
      const code = Number.parseInt(long ?? four ?? two, 16);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      isValid = false;
      return "";
    },
  );
  return isValid ? plain : undefined;
}
