import { type FloatValueNode, type IntValueNode, Kind, type StringValueNode } from "graphql";

/** A text or number of a document, and its position. */
export interface Literal {
  readonly node: StringValueNode | IntValueNode | FloatValueNode;
  readonly start: number;
}

/** A document apart from its literals. */
export interface LiftedText {
  /** With marks in the place of literals: the same for two documents that differ in nothing else. */
  readonly key: string;
  /** In their order in the document. */
  readonly literals: readonly Literal[];
}

/** Outside of texts and comments, no document has this sign. */
const MARK = "\u0001";

/**
 * Tokens that may contain literals, tokens that change the place, and literals. An unterminated one extends to the end.
 */
const TOKEN =
  /#[^\n\r]*|"""(?:\\"""|[\s\S])*?(?:"""|$)|"(?:[^"\\\n\r]|\\.)*"?|[{}()]|(?<![\w$.])-?\d(?:[\w.]|(?<=[eE])[+-])*/g;

/** Of longer ones, no two are alike. */
const MAX_CHARACTERS = 10_000;

/**
 * Lifts the literals among the arguments of root fields out of a document: they are what differs between the documents of
 * a client that writes values into them. Takes any text; null for one without such literals.
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

/** The place in a document while its tokens are read. */
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

  /** Whether a token leads elsewhere. */
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

/** One that says what it is: without escapes, and without characters beyond 16 bits, of which a half may be missing. */
const TEXT = /^"[^"\\\ud800-\udfff]*"$/;

function literalOf(token: string): Literal["node"] | null {
  if (token.startsWith('"')) {
    return TEXT.test(token) ? { kind: Kind.STRING, value: token.slice(1, -1) } : null;
  }
  const [number, fraction, exponent] = NUMBER.exec(token) ?? [];
  if (number === undefined) return null;
  return { kind: fraction === undefined && exponent === undefined ? Kind.INT : Kind.FLOAT, value: token };
}
