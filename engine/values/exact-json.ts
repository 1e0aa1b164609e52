import { isKeptExactly, wholeNumber } from "./exact-number.ts";
import { isClosing, isOpening, stringEnd } from "./json-signs.ts";

/** A number that cannot be kept exactly: it would lose digits when parsed, or overflow. */
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
  for (const found of inexactNumbers(text)) if (Number.isFinite(Number(found.literal))) return found;
  return null;
}

/**
 * Parses JSON without altering a number: a whole number that a double cannot hold becomes a bigint, which no type but
 * biginteger takes; a fraction that would become 0 becomes NaN, which no type takes. Others overflow, as in `JSON.parse`.
 *
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  const root: { [key: string]: unknown } = { "": JSON.parse(text) };
  for (const { literal, path } of inexactNumbers(text)) replace(root, ["", ...path], literal);
  return root[""];
}

/** The words of a refusal, behind the path. */
export function inexactMessage(literal: string): string {
  return `is a number that cannot be kept exactly: ${literal.length > LITERAL ? `${literal.slice(0, LITERAL)}…` : literal}`;
}

/** Maximum characters of a number in a message. */
const LITERAL = 100;

/** Sets the value at a path, unless the text has a later member with that name. */
function replace(root: object, path: readonly string[], literal: string): void {
  let holder: unknown = root;
  for (const key of path.slice(0, -1)) holder = memberOf(holder, key);
  const key = path.at(-1) ?? "";
  if (!Object.is(memberOf(holder, key), Number(literal))) return;
  if (Number.isFinite(Number(literal)))
    (holder as { [key: string]: unknown })[key] = wholeNumber(literal) ?? Number.NaN;
}

/** A number that JSON cannot represent, and where it is in a value. */
export interface StrangeNumber {
  readonly path: readonly (string | number)[];
  readonly value: number | bigint;
}

/** The first number in a value that JSON cannot represent: a bigint, or one that is not finite. */
export function strangeNumber(value: unknown): StrangeNumber | null {
  if (typeof value === "bigint") return { path: [], value };
  if (typeof value === "number") return Number.isFinite(value) ? null : { path: [], value };
  if (typeof value !== "object" || value === null) return null;
  const isList = Array.isArray(value);
  for (const [key, part] of Object.entries(value)) {
    const inside = strangeNumber(part);
    if (inside !== null) return { ...inside, path: [isList ? Number(key) : key, ...inside.path] };
  }
  return null;
}

function memberOf(holder: unknown, key: string): unknown {
  const isHolder = typeof holder === "object" && holder !== null && Object.hasOwn(holder, key);
  return isHolder ? (holder as { [key: string]: unknown })[key] : undefined;
}

/** Every number of a JSON text that cannot be kept exactly. The text must be valid JSON. */
export function* inexactNumbers(text: string): Generator<InexactNumber> {
  if (!SUSPECT.test(text)) return;
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
      if (!isKeptExactly(literal)) yield { literal, path: path.map(String) };
      at += literal.length - 1;
    }
  }
}

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
