/** The structure of a regular expression as far as it determines the cost of a search. */
export type Part =
  /** One character: `text` is its part of the source. */
  | { readonly kind: "one"; readonly text: string }
  /** Matches the empty text: a word boundary, the end. */
  | { readonly kind: "edge" }
  | { readonly kind: "start" }
  /** A back reference. */
  | { readonly kind: "reference" }
  | { readonly kind: "group"; readonly look: Look | null; readonly branches: Branches; readonly source: string }
  | { readonly kind: "repeat"; readonly body: Part; readonly min: number; readonly max: number };

/** Kind of lookaround: `?=` or `?!` ahead, `?<=` or `?<!` behind. */
export type Look = "?=" | "?!" | "?<=" | "?<!";

/** Alternatives, each a sequence of parts. */
export type Branches = readonly (readonly Part[])[];

const COUNT = /\{(\d+)(?:(,)(\d*))?\}/y;

const REFERENCE = /\\(?:[1-9]|k<)/y;

/** Escapes of more than one character: `\u{1F600}`, `\u00e9`, `\xe9`, `\cA`, `\p{Letter}`. */
const ESCAPE = /\\(?:u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|p\{[^}]*\}|[\s\S])/iy;

const GROUP = /\((?:(\?<?[=!])|\?(?::|<[^>]*>|[a-z-]*:))?/y;

/** Parses the source of a regular expression that JavaScript has accepted already. */
export function readPattern(source: string): Branches {
  let at = 0;

  const take = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at;
    const found = form.exec(source);
    if (found !== null) at = form.lastIndex;
    return found;
  };

  const branches = (): Branches => {
    const all: Part[][] = [[]];
    while (at < source.length && source[at] !== ")") {
      if (source[at] === "|") {
        at++;
        all.push([]);
      } else all.at(-1)?.push(repeated(part()));
    }
    return all;
  };

  const part = (): Part => {
    const first = at;
    const opening = take(GROUP);
    if (opening !== null) {
      const inside = branches();
      at++;
      const look = (opening[1] ?? null) as Look | null;
      return { kind: "group", look, branches: inside, source: source.slice(first, at) };
    }
    if (take(REFERENCE) !== null) return { kind: "reference" };
    const escaped = take(ESCAPE);
    if (escaped !== null) return /^\\b$/i.test(escaped[0]) ? { kind: "edge" } : { kind: "one", text: escaped[0] };
    const sign = source[at];
    if (sign === "[") at = classEnd(source, at);
    at++;
    if (sign === "^") return { kind: "start" };
    return sign === "$" ? { kind: "edge" } : { kind: "one", text: source.slice(first, at) };
  };

  const repeated = (body: Part): Part => {
    const range = quantifier();
    if (range === null) return body;
    if (source[at] === "?") at++;
    return { kind: "repeat", body, ...range };
  };

  const quantifier = (): { min: number; max: number } | null => {
    const count = take(COUNT);
    if (count !== null) {
      const [, min = "0", comma = "", max = ""] = count;
      return {
        min: Number(min),
        max: comma === "" ? Number(min) : max === "" ? Number.POSITIVE_INFINITY : Number(max),
      };
    }
    const range = RANGES.get(source[at] ?? "");
    if (range === undefined) return null;
    at++;
    return range;
  };

  return branches();
}

const RANGES: ReadonlyMap<string, { readonly min: number; readonly max: number }> = new Map([
  ["*", { min: 0, max: Number.POSITIVE_INFINITY }],
  ["+", { min: 1, max: Number.POSITIVE_INFINITY }],
  ["?", { min: 0, max: 1 }],
]);

/** Position of the bracket that closes a class. */
function classEnd(source: string, start: number): number {
  let at = start + 1;
  while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
  return at;
}
