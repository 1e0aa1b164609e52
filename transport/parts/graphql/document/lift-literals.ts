import { type FloatValueNode, type IntValueNode, Kind, type StringValueNode } from "graphql";

/** A text or number of a document, and its position. */
export interface Literal {
  readonly node: StringValueNode | IntValueNode | FloatValueNode;
  readonly start: number;
}

/** A document separated from its literals. */
export interface LiftedText {
  /** With marks in place of the literals: the key of all documents that differ only in literals. */
  readonly key: string;
  /** In document order. */
  readonly literals: readonly Literal[];
}

/** A character that documents have only inside strings and comments. */
const MARK = "\u0001";

/**
 * Tokens that may contain literals, tokens that change the nesting, and literals. An unterminated one extends to the end.
 */
const TOKEN =
  /#[^\n\r]*|"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:[^"\\\n\r]|\\.)*"?|[{}()]|(?<![\w$.])-?\d(?:[\w.]|(?<=[eE])[+-])*/g;

/** Longer ones hardly ever repeat. */
const MAX_CHARACTERS = 10_000;

/**
 * Lifts the literals in the arguments of root fields out of a document: the usual difference between the documents of a
 * client that inlines its values. Accepts any text; null if it has no such literals.
 */
export function liftLiterals(text: string): LiftedText | null {
  if (text.length > MAX_CHARACTERS || text.includes(MARK)) return null;
  const place = new Place(text);
  const literals: Literal[] = [];
  const key = text.replace(TOKEN, (token, start: number) => {
    if (place.moves(token, start)) return token;
    const node = place.isRootArgument ? literalOf(token) : null;
    if (node === null) return token;
    literals.push({ node, start });
    return MARK + node.kind;
  });
  return literals.length === 0 ? null : { key, literals };
}

/** The nesting at the current token. */
class Place {
  readonly #text: string;
  #start = 0;
  #inFragment = false;
  #levels = 0;
  #brackets = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isRootArgument(): boolean {
    return this.#levels === 1 && this.#brackets === 1 && !this.#inFragment;
  }

  /** Whether a token changes the nesting. */
  moves(token: string, at: number): boolean {
    switch (token) {
      case "(":
        this.#brackets++;
        return true;
      case ")":
        this.#brackets--;
        return true;
      case "{":
        if (this.#brackets === 0) this.#open(at);
        return true;
      case "}":
        if (this.#brackets === 0 && --this.#levels === 0) this.#start = at;
        return true;
      default:
        return false;
    }
  }

  #open(at: number): void {
    if (this.#levels++ === 0) this.#inFragment = /\bfragment\b/.test(this.#text.slice(this.#start, at));
  }
}

const NUMBER = /^-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A literal whose text is its value: without escapes or characters beyond 16 bits, which may be unpaired. */
const TEXT = /^"[^"\\\ud800-\udfff]*"$/;

function literalOf(token: string): Literal["node"] | null {
  if (token.startsWith('"')) {
    return TEXT.test(token) ? { kind: Kind.STRING, value: token.slice(1, -1) } : null;
  }
  const [number, fraction, exponent] = NUMBER.exec(token) ?? [];
  if (number === undefined) return null;
  return { kind: fraction === undefined && exponent === undefined ? Kind.INT : Kind.FLOAT, value: token };
}
