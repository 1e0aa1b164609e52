import { expect, it } from "vitest";
import { lowest } from "../../../engine/query/lowest.ts";
import { fc } from "../../support/fast-check.ts";

it("the lowest of some numbers are what sorting all and cutting gives", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: 80 }), fc.nat(40), (numbers, count) => {
      expect(lowest(numbers, count)).toEqual([...numbers].sort((left, right) => left - right).slice(0, count));
    }),
  );
});
