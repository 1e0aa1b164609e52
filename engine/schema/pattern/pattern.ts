import { ownRequire } from "../../runtime/own-require.ts";
import type { ScalarAttribute } from "../attribute.ts";
import { conjunctsOf } from "./conjuncts.ts";
import { quickSteps } from "./quick-steps.ts";

/** A regular expression whose test takes time linear in the text. */
export type Pattern = NonNullable<ScalarAttribute["regex"]>;

/** Steps that a search takes in 50 ms: for each character, V8 takes as many as were proven, RE2 one for each instruction. */
const V8_STEPS = 20_000_000;
const RE2_STEPS = 3_000_000;

/**
 * The expression itself if a backtracking search is proven quick, else the same language by RE2, which never backtracks.
 * Look-aheads at the start of the text are tested one by one. Null for an expression that could take long and that RE2
 * cannot run: a back reference, or a lookaround that repeats or is elsewhere.
 */
export function patternOf(expression: RegExp): Pattern | null {
  const steps = quickSteps(expression);
  if (steps === null) return linearPattern(expression) ?? conjunction(expression);
  const { source, flags } = expression;
  return { source, flags, maxLength: Math.floor(V8_STEPS / steps), test: (text) => expression.test(text) };
}

function conjunction(expression: RegExp): Pattern | null {
  const { source, flags } = expression;
  const conjuncts = conjunctsOf(expression);
  const tests = conjuncts.map(({ source: each, holds }) => ({ pattern: patternOf(new RegExp(each, flags)), holds }));
  if (tests.length === 0 || tests.some(({ pattern }) => pattern === null)) return null;
  // The times add up.
  const maxLength = Math.floor(1 / tests.reduce((sum, { pattern }) => sum + 1 / (pattern?.maxLength ?? 1), 0));
  return {
    source,
    flags,
    maxLength,
    test: (text) => tests.every(({ pattern, holds }) => pattern?.test(text) === holds),
  };
}

type Re2 = typeof import("re2js");

function linearPattern(expression: RegExp): Pattern | null {
  const { source, flags } = expression;
  // Most schemas never need it.
  const { RE2JS }: Re2 = ownRequire()("re2js");
  const options =
    (expression.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
    (expression.multiline ? RE2JS.MULTILINE : 0) |
    (expression.dotAll ? RE2JS.DOTALL : 0);
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(withUnicodeBlanks(source)), options);
    const maxLength = Math.floor(RE2_STEPS / compiled.programSize());
    return { source, flags, maxLength, test: (text) => compiled.matcher(text).find() };
  } catch {
    return null;
  }
}

/** RE2's `\s` matches ASCII whitespace only. */
const BLANKS = "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";

/** In a character class the blanks themselves, outside of one a class of them. `\S` in a class keeps RE2's meaning. */
function withUnicodeBlanks(source: string): string {
  let inClass = false;
  return source.replace(/\\[\s\S]|[[\]]/g, (piece) => {
    if (piece === "[") inClass = true;
    if (piece === "]") inClass = false;
    if (piece === "\\s") return inClass ? BLANKS : `[${BLANKS}]`;
    return piece === "\\S" && !inClass ? `[^${BLANKS}]` : piece;
  });
}
