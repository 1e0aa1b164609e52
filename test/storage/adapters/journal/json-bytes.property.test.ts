import { describe, expect, it } from "vitest";
import { JsonBytes } from "../../../../storage/adapters/journal/records/json-bytes.ts";
import { fc } from "../../../support/fast-check.ts";

/** Texts of both ways to write them: short plain ones, and long ones or with units that JSON escapes, lone surrogates too. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 120 }).map((units) => String.fromCharCode(...units)),
);
const scalar = fc.oneof(
  text,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, 1e21, 5e-324),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, scalar, tie("list"), tie("object"), tie("converted")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  object: fc.dictionary(text, tie("value"), { maxKeys: 4 }),
  converted: fc.oneof(tie("list"), tie("object")).map((inner) => ({ toJSON: () => inner })),
}));

describe("JSON in bytes", () => {
  it("is what JSON.stringify writes, in memory that was used before", () => {
    const bytes = new JsonBytes();
    fc.assert(
      fc.property(value, (data) => {
        bytes.clear();
        bytes.value(data);
        expect(bytes.from(0).toString()).toBe(JSON.stringify(data) ?? "null");
      }),
    );
  });

  it("has no members of prototypes", () => {
    const bytes = new JsonBytes();
    bytes.value(Object.assign(Object.create({ inherited: 1 }), { own: 2 }));
    expect(bytes.from(0).toString()).toBe('{"own":2}');
  });

  it("grows with what is written, and gives large memory back", () => {
    const bytes = new JsonBytes();
    const list = Array.from({ length: 100_000 }, (_, at) => `žluť ${at} ${"x".repeat(100)}`);
    for (const data of [list, [1], list]) {
      bytes.clear();
      bytes.value(data);
      expect(bytes.from(0).toString()).toBe(JSON.stringify(data));
    }
  });
});
