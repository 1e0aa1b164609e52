import { expect, it } from "vitest";
import { smallestK } from "../../../../engine/query/match/smallest-k.ts";
import { fc } from "../../../support/fast-check.ts";

it("the lowest of some numbers are the first ones after sorting all", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: 80 }), fc.nat(40), (numbers, count) => {
      const room = Float64Array.from([...numbers, -1, -1]);
      const found = smallestK(room, numbers.length, count);
      const inOrder = [...numbers].sort((left, right) => left - right);
      expect([...room.subarray(0, found)]).toEqual(inOrder.slice(0, count));
    }),
  );
});
