import { Parameter } from "../../../engine/internal.ts";
import {
  decode,
  parsePieces,
  type QueryLimits,
  type QueryString,
  withBrackets,
} from "../../http/params/query-string.ts";

/** Longer query strings hardly ever repeat. */
const MAX_CHARACTERS = 2_000;

/** A query string, split into the part shared by a template and the values that vary. */
export interface TemplateKey {
  /** With decoded brackets. */
  readonly raw: string;
  /** Everything except the values: the key of all query strings that differ only in them. */
  readonly key: string;
  /** Operands and pages that are not empty, decoded, in the order of the query. */
  readonly texts: readonly string[];
}

/** In place of each value: an empty one, which qs nests otherwise, is not the same key. */
const VALUE = "\n";

/** Parameters whose values usually differ between otherwise equal queries. */
const VARIED = ["filters[", "pagination["];

/** Null for a query string that is too long to be compared, or to be read to its end. */
export function templateKey(query: string, limits: QueryLimits): TemplateKey | null {
  if (query.length > Math.min(MAX_CHARACTERS, limits.length)) return null;
  const raw = withBrackets(query);
  const texts: string[] = [];
  let key = "";
  let kept = 0;
  for (let start = 0; start < raw.length; ) {
    const stop = raw.indexOf("&", start);
    const end = stop === -1 ? raw.length : stop;
    const value = isVaried(raw, start) ? raw.indexOf("]=", start) + 2 : 1;
    if (value > 1 && value < end) {
      key += raw.slice(kept, value) + VALUE;
      texts.push(decode(raw.slice(value, end)));
      kept = end;
    }
    start = end + 1;
  }
  return { raw, key: key + raw.slice(kept), texts };
}

/** The parameters of a query string with a `Parameter` in place of each such value. */
export function parseTemplate({ raw }: TemplateKey, limits: QueryLimits): QueryString {
  let parameters = 0;
  return parsePieces(raw, limits, (piece, value) =>
    value !== "" && isVaried(piece, 0) && piece.includes("]=") ? new Parameter(parameters++, value) : value,
  );
}

function isVaried(raw: string, start: number): boolean {
  return VARIED.some((name) => raw.startsWith(name, start));
}
