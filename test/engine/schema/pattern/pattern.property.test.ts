import { describe, expect, test } from "vitest";
import { patternOf } from "../../../../engine/schema/pattern/pattern.ts";
import { quickSteps } from "../../../../engine/schema/pattern/quick-steps.ts";
import { fc } from "../../../support/fast-check.ts";

const { pattern } = fc.letrec<{ pattern: string; piece: string; atom: string }>((tie) => ({
  pattern: fc.array(tie("piece"), { maxLength: 4 }).map((pieces) => pieces.join("")),
  piece: fc
    .tuple(tie("atom"), fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"))
    .map(([atom, times]) => (/^[\^$]|^\\[bB]|^\(\?[=!]/.test(atom) ? atom : atom + times)),
  atom: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(
      "a",
      "b",
      "-",
      "\\d",
      "\\w",
      "\\s",
      "\\.",
      ".",
      "[ab]",
      "[^a]",
      "[\\s\\d]",
      "^",
      "$",
      "\\b",
      "\\u0061",
    ),
    tie("pattern").map((inner) => `(?:${inner})`),
    fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `(${one}|${other})`),
    tie("pattern").map((inner) => `(?=${inner})`),
    tie("pattern").map((inner) => `(?!${inner})`),
  ),
}));

const text = fc.string({ unit: fc.constantFrom("a", "b", "-", "1", " ", "\u00a0", ".", "é", "A", "\n"), maxLength: 8 });

test("a pattern matches exactly what its regular expression does", () => {
  fc.assert(
    fc.property(
      pattern,
      fc.constantFrom("", "i", "m", "s", "u"),
      fc.array(text, { maxLength: 10 }),
      (source, flags, texts) => {
        const expression = new RegExp(source, flags);
        const matching = patternOf(expression);
        fc.pre(matching !== null);
        for (const each of texts) expect([each, matching?.test(each)]).toEqual([each, expression.test(each)]);
        expect([matching?.source, matching?.flags]).toEqual([expression.source, expression.flags]);
      },
    ),
    { numRuns: 2000 },
  );
});

describe("a backtracking search is proven quick", () => {
  test.each([
    "^[a-z0-9-]+$",
    "^#[\\da-f]{6}$",
    "^\\d{1,3}\\.\\d{1,3}$",
    "^(?=.*[a-z])(?=.*\\d).{8,}$",
    "^v\\d+$",
    "^(red|green|blue)$",
    "\\.(?:jpe?g|png)$",
    "^[A-Z]{2}-\\d{4}(-[a-z])?$",
  ])("for %s", (source) => expect(quickSteps(new RegExp(source))).not.toBeNull());

  test.each([
    "^(a+)+$",
    "^(\\w+\\s?)*$",
    "(x+x+)+y",
    "^(a|a)*$",
    "^\\d+\\d+$",
    "\\s+$",
    "^(a?){40}a{40}$",
    "^(.*a){20}$",
    "^(a)\\1$",
    "^a+(?=.*b)$",
    "a|^b+$",
  ])("but not for %s", (source) => expect(quickSteps(new RegExp(source))).toBeNull());
});

describe("a search that could take very long", () => {
  const hostile = `${"a".repeat(50_000)}!`;

  test.each(["^(a+)+$", "^(\\w+\\s?)*$", "^(.*a){20}$", "^(a|a)*$", "^\\w+\\w+$", "^(a?){40}a{40}$"])(
    "is answered all the same: %s",
    (source) => expect(patternOf(new RegExp(source))?.test(hostile)).toBe(false),
  );

  test.each([
    "^(a+)+\\1$",
    "^(?=(a+)\\1+$)b",
    "^(?:a+(?!b))*$",
    "(?=.*Z)a",
    "a(?=.*Z)",
    "(?=a+Z)",
    "(?<=.*)Z",
    "(?<=a+)b",
    "^(?:(?=.*Z)a)*$",
  ])("is refused where it must go back: %s", (source) => {
    expect(patternOf(new RegExp(source))).toBeNull();
  });

  test.each([
    ["^(?=(.*\\d){2})(?=.*[A-Z])\\S{8,}$", "aB3defg4", "aB3defgh"],
    ["^(?=.*\\d.*\\d)(?!.*(.)x.*x)[a-z\\d]*$", "a1b2", "a1b2yxx"],
    ["^(?!(?:a+)+$).*$", "aab", "aaaa"],
  ])("is answered look-ahead by look-ahead at the start of the text: %s", (source, good, bad) => {
    const pattern = patternOf(new RegExp(source));
    expect([pattern?.test(good), pattern?.test(bad)]).toEqual([true, false]);
    expect(pattern?.test(hostile)).toBe(new RegExp(source).test("aaaa!"));
    expect(pattern?.source).toBe(source);
  });
});
