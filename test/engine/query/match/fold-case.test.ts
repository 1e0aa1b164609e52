import { describe, expect, it } from "vitest";
import { foldCase } from "../../../../engine/query/match/fold-case.ts";

describe("folding case", () => {
  it.each([
    ["Straße", "straße"],
    ["STRASSE", "strasse"],
    ["ÉPÉE", "épée"],
    ["ΟΔΟΣ", "οδοσ"],
    ["οδός", "οδόσ"],
    ["\u{10400}", "\u{10428}"],
  ])("makes %s into %s", (text, folded) => {
    expect(foldCase(text)).toBe(folded);
  });

  it("finds a letter whatever stands around it: a capital sigma at the end of a word", () => {
    expect(foldCase("ΟΔΟΣ")).toContain(foldCase("Σ"));
  });
});
