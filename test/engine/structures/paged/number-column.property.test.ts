import { describe, expect, it } from "vitest";
import { NumberColumn } from "../../../../engine/structures/paged/number-column.ts";
import { Owner } from "../../../../engine/structures/paged/owner.ts";
import { PagedArray } from "../../../../engine/structures/paged/paged-array.ts";
import { fc } from "../../../support/fast-check.ts";

/** Three pages and a part of one. */
const LENGTH = 800;

const change = fc.tuple(fc.nat(LENGTH), fc.option(fc.nat(9), { nil: undefined }));

function numbersIn(items: PagedArray<{ readonly number: number }>): (number | undefined)[] {
  const column = new NumberColumn(items, "number", ({ number }) => number);
  return Array.from({ length: LENGTH + 300 }, (_, at) => column.at(at));
}

describe("a column of numbers", () => {
  it("has those of the present items, whatever has changed since it was made, in each fork its own", () => {
    fc.assert(
      fc.property(fc.array(change), fc.array(change), fc.boolean(), (first, later, appends) => {
        const items = new PagedArray<{ readonly number: number }>(new Owner());
        const held = new Map<number, number | undefined>();
        const put = (into: PagedArray<{ readonly number: number }>, at: number, number: number | undefined) => {
          into.set(at, number === undefined ? undefined : { number });
        };
        for (const [at, number] of first) put(items, at, number);
        for (const [at, number] of first) held.set(at, number);
        const before = numbersIn(items);
        expect(before).toEqual(before.map((_, at) => held.get(at)));
        const fork = items.fork(new Owner());
        for (const [at, number] of later) put(fork, at, number);
        expect(numbersIn(items)).toEqual(before);
        for (const [at, number] of later) held.set(at, number);
        numbersIn(fork);
        if (appends) held.set(fork.length, 5);
        if (appends) fork.append([{ number: 5 }]);
        const after = numbersIn(fork);
        expect(after).toEqual(after.map((_, at) => held.get(at)));
      }),
    );
  });
});
