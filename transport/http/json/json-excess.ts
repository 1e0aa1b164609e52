import { isClosing, isOpening, stringEnd } from "../../../engine/internal.ts";
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
const COMMA = 0x2c;
const COLON = 0x3a;
