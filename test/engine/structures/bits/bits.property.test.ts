import { afterEach, describe, expect, it, vi } from "vitest";
import { andInto, andNotInto, orInto } from "../../../../engine/structures/bits/combine-bits.ts";
import { andCount, countBits } from "../../../../engine/structures/bits/count-bits.ts";
import { scratchWords, simdOf, withScratch } from "../../../../engine/structures/bits/scratch.ts";
import { SimdWords } from "../../../../engine/structures/bits/simd.ts";
import { fc } from "../../../support/fast-check.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const words = fc
  .array(fc.oneof(fc.constantFrom(0, -1), fc.integer()), { maxLength: 150 })
  .map((all) => Int32Array.from(all));
/** One set, the word of it from which on it is compared with another, and whether that is elsewhere in memory. */
const sets = fc
  .record({ one: words, first: fc.nat(40), other: words, isElsewhere: fc.boolean() })
  .map(({ first, ...given }) => ({ ...given, start: Math.min(first, given.one.length) }));

const OPERATIONS = [
  ["keep what is in both", andInto, (one: number, other: number) => one & other],
  ["drop what is in both", andNotInto, (one: number, other: number) => one & ~other],
  ["add what is in the other", orInto, (one: number, other: number) => one | other],
] as const;

describe.each([
  ["word by word", Number.POSITIVE_INFINITY],
  ["by vectors", 0],
])("sets of bits that are compared %s", (_how, vectorWords) => {
  const copyOf = (given: Int32Array): Int32Array => {
    const copy = scratchWords(given.length);
    expect(simdOf(copy) !== null).toBe(vectorWords === 0);
    copy.set(given);
    return copy;
  };

  it.each(OPERATIONS)("%s, as one word after the other would", (_what, combine, expected) => {
    fc.assert(
      fc.property(sets, ({ one, start, other, isElsewhere }) => {
        withScratch(vectorWords, () => {
          const [combined, given] = [copyOf(one), isElsewhere ? other : copyOf(other)];
          combine(combined, start, given);
          const wanted = one.map((word, at) =>
            other[at - start] === undefined ? word : expected(word, other[at - start] ?? 0),
          );
          expect(combined).toEqual(wanted);
          expect(given).toEqual(other);
        });
      }),
    );
  });

  it("are counted, separately and in their intersection", () => {
    fc.assert(
      fc.property(sets, ({ one, start, other, isElsewhere }) => {
        withScratch(vectorWords, () => {
          const [words, given] = [copyOf(one), isElsewhere ? other : copyOf(other)];
          expect(countBits(words)).toBe(bitsIn(one));
          expect(andCount(words, start, given)).toBe(
            bitsIn(one.slice(start).map((word, at) => word & (other[at] ?? 0))),
          );
        });
      }),
    );
  });
});

describe("sets of more words than there has been room for", () => {
  it("grow, and keep their earlier values", () => {
    withScratch(0, () => {
      const few = scratchWords(100).fill(3);
      const many = scratchWords(200_000).fill(-1);
      andInto(many, 7, few);
      orInto(few, 0, many);
      expect([countBits(many), countBits(few)]).toEqual([(200_000 - 100) * 32 + 200, 7 * 32 + 93 * 2]);
    });
  });
});

describe("a host", () => {
  it.each([
    ["without WebAssembly", undefined],
    ["that forbids to compile", { ...globalWasm(), Module: forbidden }],
    ["without memory to spare", { ...globalWasm(), Memory: forbidden }],
  ])("%s has no vectors", (_which, wasm) => {
    vi.stubGlobal("WebAssembly", wasm);
    expect(SimdWords.withRoom(1, 16)).toBeNull();
  });
});

function bitsIn(words: Int32Array): number {
  return [...words].reduce((sum, word) => sum + (word >>> 0).toString(2).replaceAll("0", "").length, 0);
}

function globalWasm(): object {
  return Reflect.get(globalThis, "WebAssembly");
}

function forbidden(): never {
  throw new Error("not here");
}
