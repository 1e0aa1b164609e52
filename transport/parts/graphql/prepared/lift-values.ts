import { isClosing, isOpening, stringEnd } from "../../../../engine/internal.ts";

/** The text of a body, separated from the values of its variables. */
export interface LiftedBody {
  /** With marks in place of the values: the key of all bodies that differ only in them. */
  readonly key: string;
  /** In the order of the text. */
  readonly values: readonly (string | number)[];
}

/** A character that no JSON text contains. */
const MARK = "\u0001";
const STRING = `${MARK}"`;
const NUMBER = `${MARK}#`;

/** Longer ones hardly ever repeat. */
const MAX_CHARACTERS = 10_000;

/**
 * Lifts strings and numbers out of the `variables` of a body: the usual difference between the bodies of one client.
 * Accepts any text. Invalid JSON never shares a key with valid JSON: anything doubtful stays in the key.
 */
export function liftValues(text: string): LiftedBody | null {
  if (text.length > MAX_CHARACTERS || text.includes(MARK)) return null;
  const values: (string | number)[] = [];
  let key = "";
  let kept = 0;
  let level = 0;
  let isInVariables = false;
  const lift = (start: number, end: number, mark: string, value: string | number): void => {
    key += text.slice(kept, start) + mark;
    values.push(value);
    kept = end;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = stringEnd(text, at);
      if (level === 1 && isKey(text, end)) isInVariables = text.slice(at + 1, end) === "variables";
      else if (level > 1 && isInVariables && !isKey(text, end)) {
        const value = text.slice(at + 1, end);
        if (end < text.length && PLAIN_STRING.test(value)) lift(at, end + 1, STRING, value);
      }
      at = end;
    } else if (isOpening(code)) level++;
    else if (isClosing(code)) level--;
    else if (level > 1 && isInVariables && isInNumber(code)) {
      const end = numberEnd(text, at);
      const literal = text.slice(at, end);
      if (literal.length <= EXACT_CHARACTERS && PLAIN_NUMBER.test(literal)) lift(at, end, NUMBER, Number(literal));
      at = end - 1;
    }
  }
  return { key: key + text.slice(kept), values };
}

/** The JSON text of a key, with other values in place of the marks. */
export function withValues(key: string, valueAt: (index: number) => string | number): string {
  let index = 0;
  return key.replace(MARKS, () => JSON.stringify(valueAt(index++)));
}

const MARKS = new RegExp(`${MARK}["#]`, "g");

/** A string that is its own value: without escapes and control characters. */
const PLAIN_STRING = /^[ !#-[\]-\uffff]*$/;

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A number of so many characters loses no digit when it is parsed. */
const EXACT_CHARACTERS = 15;

const QUOTE = 0x22;
const COLON = 0x3a;
const BLANK = 0x20;

function isKey(text: string, end: number): boolean {
  let next = end + 1;
  while (text.charCodeAt(next) <= BLANK) next++;
  return text.charCodeAt(next) === COLON;
}

/** Digits, signs, points, and the sign of an exponent. */
function isInNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2b || code === 0x2e || (code | 0x20) === 0x65;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (isInNumber(text.charCodeAt(end))) end++;
  return end;
}
