import { describe, it } from "vitest";
import { RowRuns } from "../../../engine/state/restore/row-runs.ts";
import { NumberList } from "../../../engine/state/rows/number-list.ts";
import { expectSame } from "../../support/expect-same.ts";
import { fc } from "../../support/fast-check.ts";

interface Location {
  readonly source: number;
  readonly index: number;
}

/** Locations by row: mostly one after the other. */
const locations = fc
  .array(fc.record({ source: fc.nat(3), index: fc.nat(20), count: fc.integer({ min: 1, max: 5 }) }), { minLength: 1 })
  .map((runs): Location[] =>
    runs.flatMap(({ source, index, count }) =>
      Array.from({ length: count }, (_, at) => ({ source, index: index + at })),
    ),
  );

function numberList(numbers: readonly number[]): NumberList {
  const list = new NumberList();
  for (const [at, number] of numbers.entries()) list.set(at, number);
  return list;
}

describe("runs of rows", () => {
  it("are where the versions of any rows are, by document numbers in any order", () => {
    fc.assert(
      fc.property(locations, fc.boolean(), fc.nat(), fc.nat(), (rows, isReversed, one, other) => {
        const numbers = Int32Array.from(rows, (_, row) => (isReversed ? rows.length - 1 - row : row));
        const byNumber = isReversed ? rows.toReversed() : rows;
        const runs = new RowRuns(numbers, {
          ids: new NumberList(),
          sources: numberList(byNumber.map(({ source }) => source)),
          indices: numberList(byNumber.map(({ index }) => index)),
        });
        const [from, until] = [one % (rows.length + 1), other % (rows.length + 1)];
        const found = runs
          .between(from, until)
          .flatMap(({ source, start, count }) =>
            Array.from({ length: count }, (_, at): Location => ({ source, index: start + at })),
          );
        expectSame(found, rows.slice(from, until), () => `rows from ${from} up to ${until}`);
      }),
    );
  });
});
