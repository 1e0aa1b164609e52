import { describe, expect, it } from "vitest";
import {
  type Change,
  CONTRACT_RULES,
  defineSchema,
  Engine,
  explain,
  findMany,
  OBJECTS,
  type RawParams,
} from "../../../engine/internal.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { checked, reading } from "../../support/engine/ask-engine.ts";
import { idOf, linkBy, put } from "../../support/engine/published.ts";

const part = (repeatable: boolean) => ({ type: "component", component: "shared.part", repeatable }) as const;

const schema = defineSchema(
  schemaOf(
    {
      page: { dp: false, attributes: { lead: part(false), parts: part(true) } },
      tag: { dp: false, attributes: { name: { type: "string" } } },
    },
    {
      "shared.part": {
        size: { type: "integer" },
        tag: { type: "relation", relation: "oneToOne", target: "api::tag.tag" },
      },
    },
  ),
);

const PAGES = 300;
const TAGS = 100;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** Page n has one leading part of tag n modulo 100, and two others: of the tag after, and of none. */
function changes(): Change[] {
  const link = (component: number, tag: number): Change => ({
    kind: "link",
    ...linkBy("shared.part.tag", component, idOf("tag", (tag % TAGS) + 1)),
    order: [1, component],
  });
  return [
    ...numbers(TAGS).map((id) => put("tag", id, { name: `tag ${id}` }, id)),
    ...numbers(PAGES).map((id) => {
      const parts = [
        { id: 3 * id + 1, size: PAGES - id },
        { id: 3 * id + 2, size: 2_000 - 3 * id },
      ];
      return put("page", id, { lead: { id: 3 * id, size: id }, parts }, id);
    }),
    ...numbers(PAGES).flatMap((id) => [link(3 * id, id), link(3 * id + 1, id + 1)]),
  ];
}

const engine = new Engine(schema, CONTRACT_RULES);
engine.restore({ number: 1, at: 0, changes: changes() });

function asked(params: RawParams) {
  const query = checked(schema, schema.type("api::page.page"), params);
  const context = () => reading(engine.state, query);
  return {
    plan: explain(context(), query).plan,
    ids: findMany(context(), OBJECTS, query).entries.map((entry) => (entry as { readonly id: number }).id),
  };
}

describe("values behind components", () => {
  it("is found from the entries that one component links to", () => {
    expect(asked({ filters: { lead: { tag: { name: "tag 8" } } } })).toEqual({
      plan: "about 3 rows linked by lead.tag to (1 rows of index name eq); collect, sort by id",
      ids: [7, 107, 207],
    });
  });

  it("is found from the entries that one of several components links to", () => {
    expect(asked({ filters: { parts: { tag: { name: "tag 8" } } } })).toEqual({
      plan: "about 3 rows linked by parts.tag to (1 rows of index name eq); collect, sort by id",
      ids: [6, 106, 206],
    });
  });

  it.each([
    ["asc", [300, 299, 298]],
    ["desc", [1, 2, 3]],
  ])("orders rows by the value of several components that counts: %s", (direction, ids) => {
    const { plan, ids: found } = asked({ sort: `parts.size:${direction}`, pagination: { pageSize: 3 } });
    expect(plan).toContain(`ordered scan by index ${direction === "asc" ? "least" : "greatest"} parts.size`);
    expect(found).toEqual(ids);
  });
});
