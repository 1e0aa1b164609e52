import type { StructureLimits } from "./json-limits.ts";

/**
 * The limit that a text exceeds, or null. Scans the characters outside of strings, so that no parser has to read a text
 * made to exhaust it.
 */
export function jsonExcess(text: string, { depth, values, keys }: StructureLimits): keyof StructureLimits | null {
  let separators = 0;
  /** Number of members so far, per open level. */
  const members = [0];
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (isOpening(code)) {
      if (++level > depth) return "depth";
      members[level] = 0;
    } else if (isClosing(code)) level = Math.max(0, level - 1);
    else if (code === COMMA && ++separators >= values) return "values";
    else if (code === COLON) {
      const count = (members[level] ?? 0) + 1;
      if (count > keys) return "keys";
      members[level] = count;
    }
  }
  return null;
}

/** The name of the exceeded limit. */
export function describeExcess(excess: keyof StructureLimits, limits: StructureLimits): string {
  return DESCRIPTIONS[excess](limits[excess]);
}

const DESCRIPTIONS: { readonly [excess in keyof StructureLimits]: (limit: number) => string } = {
  depth: (limit) => `nested deeper than ${limit} levels`,
  values: (limit) => `more than ${limit} values`,
  keys: (limit) => `more than ${limit} members in one object`,
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;

/** Position of the closing quote of the string that begins at `start`. */
export function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes is before this position. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

export function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

export function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
