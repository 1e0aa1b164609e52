import type { RawParams } from "../../../engine/internal.ts";
import { bracketPath } from "./bracket-path.ts";
import { NestedParams, type ParamValue } from "./nested-params.ts";

/** How much of a query string is parsed. Anything beyond a limit is left out, and reported. */
export interface QueryLimits {
  /** Characters of the raw text. */
  readonly length: number;
  /** Parameters; empty ones between two `&` count. */
  readonly parameters: number;
  /** Characters of a decoded name with its brackets. */
  readonly nameLength: number;
  /** Levels of brackets; deeper ones stay together as one literal name, which no content type has. */
  readonly depth: number;
  /**
   * Values of a list, and one more than its largest index. A longer list is an object with numeric keys: no parameter
   * accepts one, so that it is refused rather than lost.
   */
  readonly listValues: number;
}

/** Limits of one query: its text, its lists, and its work. */
export interface ReadLimits extends QueryLimits {
  /** Keys of one sort. */
  readonly sortKeys: number;
  /** Conditions in one list of `$and`, `$or` or `$not`. */
  readonly branches: number;
  /** Units of work, of about 40 ns each; every row of the content type costs a few. */
  readonly work: number;
}

export const QUERY_LIMITS: QueryLimits = {
  length: 65_536,
  parameters: 1000,
  nameLength: 4096,
  depth: 20,
  listValues: 100,
};

export interface QueryString {
  /** Texts, null for a parameter without `=`, lists of these, and objects that inherit nothing. */
  readonly params: RawParams;
  /** The first parameter that was left out, as it was sent: beyond a limit, or with a name that is special in JavaScript. */
  readonly leftOut: string | null;
  /** The exceeded limit; null for a parameter with a bad name. */
  readonly limit: ExceededLimit | null;
}

type ExceededLimit = "length" | "parameters" | "nameLength";

/**
 * Parses the text after the `?` as nested parameters: bracket notation as `qs` 6.15 understands it in a Strapi server
 * (reads, §2). Accepts any text and never throws.
 *
 * Own splitting: fast-querystring does not distinguish `a` from `a=`, splits at the
 * first `=` where `]=` decides, and has no limit.
 */
export function parseQueryString(text: string, limits: QueryLimits = QUERY_LIMITS): QueryString {
  return parsePieces(withBrackets(text), limits, (_piece, value) => value);
}

/** Parsed value; `piece`: the parameter as it was sent. */
export type ReadValue = (piece: string, value: string) => ParamValue;

/** The same for a text whose brackets are not encoded. */
export function parsePieces(raw: string, limits: QueryLimits, read: ReadValue): QueryString {
  const nested = new NestedParams(limits.listValues);
  const end = Math.min(raw.length, limits.length);
  let leftOut: string | null = null;
  let limit: ExceededLimit | null = null;
  let count = 0;
  for (let start = 0; start < raw.length; count++) {
    const stop = indexOfOr(raw, "&", start, raw.length);
    const piece = raw.slice(start, stop);
    start = stop + 1;
    if (piece === "") continue;
    const exceeded = stop > end ? "length" : count >= limits.parameters ? "parameters" : null;
    const refusal = exceeded ?? addParameter(nested, piece, limits, read);
    if (refusal !== "added" && leftOut === null) {
      leftOut = piece;
      limit = refusal === "bad name" ? null : refusal;
    }
    if (exceeded !== null) break;
  }
  return { params: nested.toParams(), leftOut, limit };
}

/** Or why it is left out. A parameter without a name is ignored without a report. */
function addParameter(
  nested: NestedParams,
  piece: string,
  limits: QueryLimits,
  read: ReadValue,
): "added" | "bad name" | "nameLength" {
  const split = endOfName(piece);
  const name = decode(split === -1 ? piece : piece.slice(0, split));
  if (name === "") return "added";
  if (name.length > limits.nameLength) return "nameLength";

  const path = bracketPath(name, limits.depth);
  if (path === null) return "bad name";
  nested.add(name, path, split === -1 ? null : read(piece, decode(piece.slice(split + 1))));
  return "added";
}

/** Where the `=` behind a parameter's name is; -1 without one. */
export function endOfName(piece: string): number {
  const bracketEnd = piece.indexOf("]=");
  return bracketEnd === -1 ? piece.indexOf("=") : bracketEnd + 1;
}

/** Encoded brackets mean the same as plain ones, everywhere in the text. */
export function withBrackets(text: string): string {
  return text.includes("%5") ? text.replace(/%5B/gi, "[").replace(/%5D/gi, "]") : text;
}

/** A part with invalid encoding or UTF-8 stays as it is, except for plus signs. */
export function decode(piece: string): string {
  const spaced = piece.includes("+") ? piece.replaceAll("+", " ") : piece;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

function indexOfOr(text: string, sought: string, from: number, otherwise: number): number {
  const at = text.indexOf(sought, from);
  return at === -1 ? otherwise : at;
}
