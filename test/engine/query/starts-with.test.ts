import { describe, expect, it } from "vitest";
import { CONTRACT_RULES, count, defineSchema } from "../../../engine/internal.ts";
import { engineWith } from "../../model/content.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, reading } from "../../support/engine/ask-engine.ts";
import { put } from "../../support/engine/published.ts";

const schema = defineSchema(
  schemaOf({ item: { dp: false, attributes: { size: { type: "integer" }, big: { type: "biginteger" } } } }),
);
const type = schema.type("api::item.item");

describe("$startsWith on numbers", () => {
  it.each([
    ["size", "1", 4],
    ["size", "2", 2],
    ["big", "1", 4],
    ["id", "1", 1],
  ])("goes by the text of %s, with an index as without", (field, prefix, expected) => {
    const versions = [1, 2, 3, 10, 11, 20, 100].map((size, at) => put("item", at, { size, big: String(size) }));
    const params = { filters: { [field]: { $startsWith: prefix } } };
    const query = checked(schema, type, params);
    for (const fewRows of [0, Number.POSITIVE_INFINITY]) {
      const engine = engineWith(schema, { versions, links: [] }, CONTRACT_RULES, { fewRows });
      const context = reading(engine.state, query);
      expect(count(context, query)).toBe(expected);
    }
  });
});
