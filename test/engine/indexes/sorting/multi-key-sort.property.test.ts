import { expect, it } from "vitest";
import { finish } from "../../../../engine/indexes/building/steps.ts";
import { multiKeySort } from "../../../../engine/indexes/sorting/multi-key-sort.ts";
import type { Ordering } from "../../../../engine/indexes/sorting/ordering.ts";
import { valueColumn } from "../../../../engine/indexes/sorting/value-column.ts";
import { compareCodePoints } from "../../../../engine/query/match/order.ts";
import type { Value } from "../../../../engine/values/value.ts";
import { fc } from "../../../support/fast-check.ts";

const NUMBERS: Ordering = {
  compare: (left, right) => Number(left) - Number(right),
  key: { kind: "number", of: Number },
};
const TEXTS: Ordering = {
  compare: (left, right) => compareCodePoints(String(left), String(right)),
  key: { kind: "text", of: String },
};
const ONLY_COMPARED: Ordering = {
  compare: (left, right) => String(left).length - String(right).length,
  key: null,
};

/** Of every sign and size, both zeros among them. */
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer({ min: -3, max: 3 }),
  fc.constant(-0),
);

/** Long and short, that begin alike or are the same; with the ends of the range of code units, and surrogates. */
const text = fc
  .tuple(
    fc.constantFrom("", "the same for twelve characters and more ", "\u0000", "\uffff"),
    fc.string({ unit: fc.constantFrom("a", "b", "z", "\u0000", "\uffee", "😀", "\u{10ffff}"), maxLength: 5 }),
  )
  .map((parts) => parts.join(""));

const column = fc
  .constantFrom(
    { ordering: NUMBERS, value: number },
    { ordering: TEXTS, value: text },
    { ordering: ONLY_COMPARED, value: text },
  )
  .chain(({ ordering, value }) =>
    fc.record({
      ordering: fc.constant(ordering),
      values: fc.array(fc.option<Value>(value, { freq: 8 }), { minLength: 1, maxLength: 50 }),
      isDescending: fc.boolean(),
    }),
  );

it("sorting by columns gives the same order as comparing items", () => {
  const columns = fc.array(column, { minLength: 1, maxLength: 3 });
  // More than are compared, so that words are used; each column repeats its values at its own pace.
  fc.assert(
    fc.property(columns, fc.constantFrom(1, 30, 2_000), (drawn, count) => {
      const sortedBy = drawn.map(({ ordering, values, isDescending }, at) => {
        const spread = Array.from({ length: count }, (_, item) => values[(item * (at + 7)) % values.length] ?? null);
        return valueColumn(spread, ordering, isDescending);
      });
      const compare = (one: number, other: number): number =>
        sortedBy.reduce((order, column) => order || column.compare(one, other), 0);
      const { items, ranks } = finish(multiKeySort(count, sortedBy));
      const expected = Array.from({ length: count }, (_, item) => item).sort(
        (one, other) => compare(one, other) || one - other,
      );
      expect([...items]).toEqual(expected);
      const firstEqual = expected.map((item, place) =>
        place === 0 || compare(expected[place - 1] ?? -1, item) !== 0 ? place : -1,
      );
      for (const [place, first] of firstEqual.entries()) if (first < 0) firstEqual[place] = firstEqual[place - 1] ?? -1;
      expect([...ranks]).toEqual(firstEqual);
    }),
    { numRuns: 40 },
  );
});

it("sorts more items than a step visits by texts, and by numbers where these are equal", () => {
  const count = 70_000;
  const texts = Array.from({ length: count }, (_, item) => `text ${(item * 7_919) % 100}`);
  const numbers = Array.from({ length: count }, (_, item) => ((item * 104_729) % 1_009) - 500);
  const columns = [valueColumn(texts, TEXTS, true), valueColumn(numbers, NUMBERS, false)];
  const { items } = finish(multiKeySort(count, columns));
  const compare = (one: number, other: number): number =>
    columns.reduce((order, column) => order || column.compare(one, other), 0) || one - other;
  expect(new Set(items).size).toBe(count);
  expect(items.every((item, place) => place === 0 || compare(items[place - 1] ?? -1, item) < 0)).toBe(true);
});

it("sorts a text that ends where a key ends before the longer texts that begin with it", () => {
  // Five bits a character, so ten characters a key.
  const texts = ["post-fr-10", ...Array.from({ length: 1_500 }, (_, at) => `post-fr-${(at * 7) % 1_500}`)];
  const { items } = finish(multiKeySort(texts.length, [valueColumn(texts, TEXTS, false)]));
  expect([...items].map((item) => texts[item])).toEqual(texts.toSorted());
});
