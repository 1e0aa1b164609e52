import { expect, it } from "vitest";
import { ColumnValues } from "../../../engine/indexes/building/column-values.ts";
import { ListColumn } from "../../../engine/structures/paged/part-column.ts";
import { fc } from "../../support/fast-check.ts";

const value = fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.string()), { nil: undefined });
/** Around the ends of blocks. */
const length = fc.constantFrom(0, 1, 300, 32_767, 32_768, 32_769);
const change = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), at: fc.nat(), value }),
  fc.record({ kind: fc.constant("push" as const), value }),
  fc.record({ kind: fc.constant("push all" as const), value, count: length, from: fc.nat(3) }),
  fc.record({ kind: fc.constant("copy" as const) }),
);

it("a column and its copies hold what an array of each holds, whatever changes in which of them", () => {
  const changes = fc.array(fc.record({ which: fc.nat(3), change }), { maxLength: 12 });
  fc.assert(
    fc.property(length, length, changes, (room, count, steps) => {
      const first = new ColumnValues<unknown>(room);
      first.pushAll(new ListColumn(new Array(count).fill(7)), 0, count);
      const columns = [{ column: first, expected: new Array<unknown>(count).fill(7) }];
      for (const { which, change } of steps) {
        const { column, expected } = columns[which % columns.length] as (typeof columns)[number];
        if (change.kind === "set" && expected.length > 0) {
          column.set(change.at % expected.length, change.value);
          expected[change.at % expected.length] = change.value;
        } else if (change.kind === "push") {
          column.push(change.value);
          expected.push(change.value);
        } else if (change.kind === "push all") {
          const list = new Array(change.from + change.count).fill(change.value);
          column.pushAll(new ListColumn(list), change.from, list.length);
          for (let at = change.from; at < list.length; at++) expected.push(change.value ?? null);
        } else if (change.kind === "copy") {
          columns.push({ column: column.copy(), expected: [...expected] });
        }
      }
      for (const { column, expected } of columns) {
        expect(column.length).toBe(expected.length);
        expect(expected.every((each, at) => Object.is(column.get(at), each))).toBe(true);
        expect(column.get(expected.length)).toBeUndefined();
      }
    }),
    { numRuns: 100 },
  );
});
