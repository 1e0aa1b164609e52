import { describe, it } from "vitest";
import { emptyBits, firstSlots, setBit } from "../../../engine/indexes/slot-set.ts";
import { expectSame } from "../../support/expect-same.ts";
import { fc } from "../../support/fast-check.ts";

const SLOTS = 300;

describe("the first slots of a set", () => {
  it("are the beginning of all in order, of a list and of a bitmap", () => {
    const slots = fc.uniqueArray(fc.nat(SLOTS - 1), { maxLength: SLOTS, size: "max" });
    const keys = fc.array(fc.nat(9), { minLength: SLOTS, maxLength: SLOTS });
    fc.assert(
      fc.property(slots, keys, fc.nat(SLOTS), (slots, keys, count) => {
        const compare = (left: number, right: number) => (keys[left] ?? 0) - (keys[right] ?? 0) || left - right;
        const words = emptyBits(SLOTS);
        for (const slot of slots) setBit(words, slot);
        const expected = slots.toSorted(compare).slice(0, count);
        for (const set of [{ kind: "list", slots } as const, { kind: "bits", words } as const]) {
          expectSame(
            firstSlots(set, compare, count).slice(0, count),
            expected,
            () => `the first ${count} of a ${set.kind}`,
          );
        }
      }),
    );
  });
});
