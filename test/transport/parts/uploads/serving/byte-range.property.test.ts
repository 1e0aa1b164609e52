import { describe, expect, it } from "vitest";
import { rangeOf } from "../../../../../transport/parts/uploads/serving/byte-range.ts";
import { fc } from "../../../../support/fast-check.ts";

const number = fc.option(fc.nat(30), { nil: "" as const });

describe("rangeOf", () => {
  it("gives a part that is there, or none", () => {
    fc.assert(
      fc.property(number, number, fc.nat(20), (first, last, size) => {
        const range = rangeOf(`bytes=${first}-${last}`, size);
        if (range === null || range === "unsatisfiable") return;
        expect(range.from).toBeGreaterThanOrEqual(0);
        expect(range.from).toBeLessThan(range.to);
        expect(range.to).toBeLessThanOrEqual(size);
      }),
    );
  });

  it("gives exactly the requested bytes, as far as they exist", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), fc.nat(20), (first, length, size) => {
        const all = Array.from({ length: size }, (_, at) => at);
        const wanted = all.filter((at) => at >= first && at <= first + length);
        const range = rangeOf(`bytes=${first}-${first + length}`, size);
        const given = range === null || range === "unsatisfiable" ? [] : all.slice(range.from, range.to);
        expect(given).toEqual(wanted);
      }),
    );
  });
});
