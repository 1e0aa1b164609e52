import { expect, it } from "vitest";
import { ObjectText } from "../../../../engine/query/project/object-text.ts";
import type { Value } from "../../../../engine/values/value.ts";
import { character } from "../../../arbitraries/character.ts";
import { fc } from "../../../support/fast-check.ts";

const values = fc.oneof(
  fc.jsonValue().map((value) => value as Value),
  fc.string({ unit: character }),
  // Any UTF-16 units, lone surrogates among them.
  fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(-0, 1e21, 1e-7, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER),
);

it("writes objects of any values as JSON.stringify does, one after another", () => {
  const cases = fc
    .uniqueArray(fc.string({ unit: character }), { maxLength: 6 })
    // Objects list such keys first, and `__proto__` is none of their own.
    .map((keys) => keys.filter((key) => !/^(\d+|__proto__)$/.test(key)))
    .chain((keys) => fc.tuple(fc.constant(keys), fc.array(fc.array(values, { minLength: 6, maxLength: 6 }))));
  fc.assert(
    fc.property(cases, ([keys, rows]) => {
      const object = new ObjectText(keys);
      for (const row of rows) {
        keys.forEach((_, at) => {
          object.set(at, row[at] as Value);
        });
        const expected = JSON.stringify(Object.fromEntries(keys.map((key, at) => [key, row[at]])));
        expect(object.join()).toBe(expected);
      }
    }),
  );
});
