import { expect, it } from "vitest";
import { ColumnValues } from "../../../engine/indexes/building/column-values.ts";
import { ListColumn } from "../../../engine/structures/paged/part-column.ts";
import { fc } from "../../support/fast-check.ts";

const value = fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.string()), { nil: undefined });
/** Around the ends of blocks. */
const length = fc.constantFrom(0, 1, 300, 32_767, 32_768, 32_769);
const step = fc.oneof(
  fc.record({ kind: fc.constant("push" as const), value }),
  fc.record({ kind: fc.constant("push all" as const), value, count: length, from: fc.nat(3) }),
);

it("a column holds what an array holds", () => {
  fc.assert(
    fc.property(length, fc.array(step, { maxLength: 12 }), (room, steps) => {
      const column = new ColumnValues<unknown>(room);
      const expected: unknown[] = [];
      for (const step of steps) {
        if (step.kind === "push") {
          column.push(step.value);
          expected.push(step.value);
        } else {
          const list = new Array(step.from + step.count).fill(step.value);
          column.pushAll(new ListColumn(list), step.from, list.length);
          for (let at = step.from; at < list.length; at++) expected.push(step.value ?? null);
        }
      }
      expect(column.length).toBe(expected.length);
      expect(expected.every((each, at) => Object.is(column.get(at), each))).toBe(true);
      expect(column.get(expected.length)).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});
