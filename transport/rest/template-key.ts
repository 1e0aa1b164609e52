import { Parameter } from "../../engine/internal.ts";
import { decode, parsePieces, type QueryLimits, type QueryString, withBrackets } from "../http/params/query-string.ts";

/** Longer query strings are seldom alike. */
const MAX_CHARACTERS = 2_000;

/** A query string, split into what it shares with others of its template and what it does not. */
export interface TemplateKey {
  /** With plain brackets. */
  readonly raw: string;
  /** All but the texts: the same for two query strings that differ in nothing else. */
  readonly key: string;
  /** Operands and pages, decoded, in their order in the query. */
  readonly texts: readonly string[];
}

/** Parameters whose values differ between queries that are otherwise alike. */
const VARIED = ["filters[", "pagination["];

/** Null for one that is too long to be compared with others, or to be read to its end. */
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
    if (value > 1 && value <= end) {
      key += raw.slice(kept, value);
      texts.push(decode(raw.slice(value, end)));
      kept = end;
    }
    start = end + 1;
  }
  return { raw, key: key + raw.slice(kept), texts };
}

/** The parameters of a query string with a `Parameter` in the place of each of its texts. */
export function parseTemplate({ raw }: TemplateKey, limits: QueryLimits): QueryString {
  let parameters = 0;
  return parsePieces(raw, limits, (piece, value) =>
    isVaried(piece, 0) && piece.includes("]=") ? new Parameter(parameters++, value) : value,
  );
}

function isVaried(raw: string, start: number): boolean {
  return VARIED.some((name) => raw.startsWith(name, start));
}
