import { Parameter } from "../../../engine/internal.ts";
import {
  decode,
  parsePieces,
  type QueryLimits,
  type QueryString,
  withBrackets,
} from "../../http/params/query-string.ts";

/** Longer query strings hardly ever repeat. Encoded brackets make up to half of such a text. */
const MAX_CHARACTERS = 3_000;

/** A query string, split into the part shared by a template and the values that vary. */
export interface TemplateKey {
  /** As sent. */
  readonly query: string;
  /** Everything except the values, as sent: the key of all query strings that differ only in them. */
  readonly key: string;
  /** Operands and pages that are not empty, decoded, in the order of the query. */
  readonly texts: readonly string[];
}

/** In place of each value: an empty one, which qs nests otherwise, is not the same key. */
const VALUE = "\n";

/**
 * Null for a query string that is too long to be compared, or to be read to its end. Decodes nothing but the values: two
 * spellings of a name are two keys, and each client keeps to one.
 */
export function templateKey(query: string, limits: QueryLimits): TemplateKey | null {
  if (query.length > Math.min(MAX_CHARACTERS, limits.length)) return null;
  const texts: string[] = [];
  let key = "";
  let kept = 0;
  for (let start = 0; start < query.length; ) {
    const stop = query.indexOf("&", start);
    const end = stop === -1 ? query.length : stop;
    const value = isVaried(query, start) ? startOfValue(query, start, end) : end;
    if (value < end) {
      key += query.slice(kept, value) + VALUE;
      texts.push(decodedValue(query.slice(value, end)));
      kept = end;
    }
    start = end + 1;
  }
  return { query, key: key + query.slice(kept), texts };
}

/** The parameters of a query string with a `Parameter` in place of each such value. */
export function parseTemplate({ query }: TemplateKey, limits: QueryLimits): QueryString {
  let parameters = 0;
  return parsePieces(withBrackets(query), limits, (piece, value) =>
    value !== "" && isVaried(piece, 0) && piece.includes("]=") ? new Parameter(parameters++, value) : value,
  );
}

/** Parameters whose values usually differ between otherwise equal queries: `filters[` and `pagination[`. */
function isVaried(query: string, start: number): boolean {
  const name = query.startsWith("filters", start) ? 7 : query.startsWith("pagination", start) ? 10 : 0;
  if (name === 0) return false;
  const open = start + name;
  return query.startsWith("[", open) || query.startsWith("%5B", open) || query.startsWith("%5b", open);
}

/** Behind the first `]=`; the end without one. */
function startOfValue(query: string, start: number, end: number): number {
  for (let at = query.indexOf("=", start); at !== -1 && at < end; at = query.indexOf("=", at + 1)) {
    if (closesAt(query, at)) return at + 1;
  }
  return end;
}

/** Whether a closing bracket ends there. */
function closesAt(query: string, end: number): boolean {
  return query[end - 1] === "]" || query.startsWith("%5D", end - 3) || query.startsWith("%5d", end - 3);
}

function decodedValue(value: string): string {
  return decode(value.includes("%") ? withBrackets(value) : value);
}
