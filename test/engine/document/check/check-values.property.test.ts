import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { EngineError } from "../../../../engine/error.ts";
import { CONTRACT_RULES, STRAPI_RULES } from "../../../../engine/rules.ts";
import { SCALAR_TYPES } from "../../../../engine/schema/attribute.ts";
import type { AttributeDefinitions } from "../../../../engine/schema/definition.ts";
import { DEPTH } from "../../../support/drawn-deeper.ts";
import { fc } from "../../../support/fast-check.ts";
import { checkAll, EMPTY, thing, valuesOf } from "../checking.ts";
import { storedData } from "../stored-data.ts";

const scalars = Object.fromEntries(
  SCALAR_TYPES.map((type) => [type, type === "enumeration" ? { type, enum: ["a", "b"] } : { type }]),
) as AttributeDefinitions;

const { uid: _uid, ...inComponents } = scalars;

const types = thing(
  {
    ...scalars,
    tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
    author: { type: "relation", relation: "manyToOne", target: "api::author.author" },
    files: { type: "media", multiple: true },
    one: { type: "component", component: "shared.all" },
    list: { type: "component", component: "shared.all", repeatable: true },
    zone: { type: "dynamiczone", components: ["shared.all"] },
  },
  { "shared.all": { ...inComponents, more: { type: "component", component: "shared.all", repeatable: true } } },
);

/** Words that mean something somewhere, beside any value. */
const word = fc.constantFrom(
  ...["", "a", "5", " 1 2", "true", "0", "known", "2024-02-29", "10:30:15", "1e400", "[]", "{}", "text", "paragraph"],
  ...['{"string":"s"}', '[{"type":"paragraph","children":[]}]', "shared.all"],
);
const key = fc.constantFrom(
  ...types.type.attributes.keys(),
  ...["id", "documentId", "connect", "disconnect", "set", "position", "before", "__component", "type", "children"],
  ...["text", "level", "format", "url", "image", "constructor", "__proto__", "nope", "more"],
);

const { value: anything } = fc.letrec<{ value: unknown; leaf: unknown; record: object }>((tie) => ({
  leaf: fc.oneof(
    word,
    fc.integer({ min: -3, max: 12 }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, -0),
    fc.string(),
  ),
  record: fc
    .array(fc.tuple(key, tie("value")), { maxLength: 6 })
    // Through text, so that every key is an own one, as in a body.
    .map((entries) =>
      JSON.parse(`{${entries.map(([name, value]) => `"${name}":${JSON.stringify(value)}`).join(",")}}`),
    ),
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie("leaf"),
    tie("record"),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));

const dataOf = fc.dictionary(fc.constantFrom(...types.type.attributes.keys()), anything, { maxKeys: 4 });

const options = fc.record({
  full: fc.boolean(),
  operation: fc.constantFrom("create" as const, "update" as const),
  rules: fc.constantFrom(CONTRACT_RULES, STRAPI_RULES),
});

/** Faults of the data are reported as issues; any other thrown error fails the test. */
function accepted<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

describe("checking a caller's data", () => {
  it("ends in an input or a refusal that can be written out, whatever the data", () => {
    fc.assert(
      fc.property(fc.oneof(anything, dataOf), options, (data, each) => {
        try {
          checkAll(types, data, each);
        } catch (error) {
          if (!(error instanceof EngineError)) throw error;
          expect(error.code).toBe("validation");
          expect(() => JSON.stringify(error.details)).not.toThrow();
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("never changes the data", () => {
    fc.assert(
      fc.property(dataOf, options, (data, each) => {
        const before = JSON.stringify(data);
        accepted(() => checkAll(types, data, each));
        expect(JSON.stringify(data)).toBe(before);
      }),
      { numRuns: 500 },
    );
  });

  it("accepts its own output for accepted data unchanged, and allows publishing it", () => {
    const { password: _type, ...rest } = scalars;
    const { password: _component, ...inside } = inComponents;
    const plain = thing(
      {
        ...rest,
        one: { type: "component", component: "shared.all" },
        list: { type: "component", component: "shared.all", repeatable: true },
      },
      { "shared.all": inside },
    );
    let count = 0;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...plain.type.attributes.keys()), anything, { maxKeys: 2 }), (data) => {
        const input = accepted(() => valuesOf(plain, data));
        if (input === null) return;
        count += 1;
        const stored = storedData(plain.schema, plain.type, input);
        const again = storedData(plain.schema, plain.type, valuesOf(plain, stored));
        expect(isDeepStrictEqual(JSON.parse(JSON.stringify(stored)), stored)).toBe(true);
        expect(isDeepStrictEqual(again, stored)).toBe(true);
        valuesOf(plain, stored, { operation: "publish", lookups: EMPTY });
      }),
      { numRuns: 3000 },
    );
    expect(count).toBeGreaterThan(400 * DEPTH);
  });
});
