import type { UnknownRecord } from "../../../../../engine/internal.ts";
import { CODE, TokenCursor } from "./token-cursor.ts";
import { type Token, type Tokens, tokensOf } from "./tokens.ts";
import { ValueParser } from "./value-parser.ts";

/** Finds literals in the source of a module that has code too. Nothing of it is run. */
export class CodeSearch {
  readonly #tokens: Tokens;
  readonly #cursor: TokenCursor;
  readonly #values: ValueParser;

  /** Takes up the literal constants of the module, at any depth, beside `constants`. */
  constructor(source: string, constants: UnknownRecord = {}) {
    this.#tokens = tokensOf(source);
    this.#cursor = new TokenCursor(this.#tokens);
    this.#values = new ValueParser(this.#cursor, {}, constants);
    for (let at = 0; at < this.#tokens.list.length; at = Math.max(this.#cursor.at, at + 1)) {
      if (this.#tokens.list[at]?.text === "const") this.#attempt(at + 1, () => this.#values.constant());
    }
  }

  /** Where code gives an object new members (`ctx.query.populate = …`), or replaces it (null), in order. */
  settings(object: string): readonly { readonly name: string | null; readonly at: number }[] {
    const cursor = this.#cursor;
    return this.#places(({ text }) => text === object).flatMap((place) => {
      cursor.at = place + 1;
      const member = cursor.take(".") ? cursor.next?.text : undefined;
      if (member !== undefined) cursor.at++;
      if (!cursor.take("?", "?", "=") && !cursor.take("|", "|", "=") && !cursor.take("=")) return [];
      return cursor.sees("=") ? [] : [{ name: member ?? null, at: cursor.at }];
    });
  }

  /** Where the arguments of a function's calls begin. */
  calls(name: string): readonly number[] {
    return this.#places(({ text }, next) => text === name && next?.text === "(").map((at) => at + 2);
  }

  /** Where the values of an object's members with a name begin. */
  members(name: string): readonly number[] {
    const isName = ({ kind, text }: Token) => text === name || (kind === "text" && text.slice(1, -1) === name);
    return this.#places((token, next) => isName(token) && next?.text === ":").map((at) => at + 2);
  }

  /** The value that begins at a place, or the line at which it is code. */
  readAt(place: number): { readonly value: unknown } | { readonly codeAt: number } {
    return this.#attempt(place, () => this.#values.value());
  }

  /** The literal arguments of a call. */
  argumentsAt(place: number): { readonly value: readonly unknown[] } | { readonly codeAt: number } {
    return this.#attempt(place, () => this.#values.list(")"));
  }

  /** The place of the first condition that does not have a word; behind the last token if each has it. */
  firstConditionWithout(word: string): number {
    const words = this.#places(({ text }) => text === word);
    let passed = 0;
    for (const start of this.calls("if")) {
      while ((words[passed] ?? Number.POSITIVE_INFINITY) < start) passed++;
      const end = this.#tokens.closers.get(start - 1) ?? start;
      if ((words[passed] ?? end) >= end) return start;
    }
    return this.#tokens.list.length;
  }

  #places(isWanted: (token: Token, next: Token | undefined) => boolean): readonly number[] {
    const { list } = this.#tokens;
    return list.flatMap((token, at) => (isWanted(token, list[at + 1]) ? at : []));
  }

  /** Stands behind the value afterwards; at its begin if it is code. */
  #attempt<T>(place: number, read: () => T): { readonly value: T } | { readonly codeAt: number } {
    this.#values.startAt(place);
    try {
      return { value: read() };
    } catch (error) {
      if (error !== CODE) throw error;
      const codeAt = this.#cursor.line;
      this.#cursor.at = place;
      return { codeAt };
    }
  }
}
