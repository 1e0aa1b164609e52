import { isKeptExactly } from "../../../engine/internal.ts";
import { isClosing, isOpening, stringEnd } from "./json-excess.ts";

/** A number that would lose digits when parsed. */
export interface InexactNumber {
  readonly literal: string;
  readonly path: readonly string[];
}

/** Only a text with that many digits in a row, or an exponent of three digits, can contain such a number. */
const SUSPECT = /[\d.]{16}|[eE][+-]?\d{3}/;

const NUMBER = /-?\d[\d.eE+-]*/y;

/**
 * The first number of a JSON text that loses digits when parsed, or null. A number that overflows is left to the rules of
 * its attribute, which report it like any other invalid value. The text must be valid JSON.
 */
export function inexactNumber(text: string): InexactNumber | null {
  return SUSPECT.test(text) ? findIn(text) : null;
}

function findIn(text: string): InexactNumber | null {
  /** For each open object the key of its member, for each open list the index of its item. */
  const path: (string | number)[] = [];
  let lastString = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      const end = stringEnd(text, at);
      lastString = text.slice(at, end + 1);
      at = end;
    } else if (sign === COLON) path[path.length - 1] = JSON.parse(lastString);
    else if (isOpening(sign)) path.push(text[at] === "[" ? 0 : "");
    else if (isClosing(sign)) path.pop();
    else if (sign === COMMA) {
      const place = path.at(-1);
      if (typeof place === "number") path[path.length - 1] = place + 1;
    } else if (sign === MINUS || (sign >= ZERO && sign <= NINE)) {
      NUMBER.lastIndex = at;
      const literal = NUMBER.exec(text)?.[0] ?? "";
      if (Number.isFinite(Number(literal)) && !isKeptExactly(literal)) return { literal, path: path.map(String) };
      at += literal.length - 1;
    }
  }
  return null;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
