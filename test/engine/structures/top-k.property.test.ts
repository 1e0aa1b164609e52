import { describe, expect, it } from "vitest";
import { topK } from "../../../engine/structures/top-k.ts";
import { fc } from "../../support/fast-check.ts";

describe("the first items in order", () => {
  it("equal the first ones after sorting all of them", () => {
    const compare = (left: number, right: number) => left - right;
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { maxLength: 300 }), fc.nat(40), (items, count) => {
        const sorted = [...items].sort(compare);
        expect(topK(items, compare, count).slice(0, count)).toEqual(sorted.slice(0, count));
      }),
    );
  });
});
