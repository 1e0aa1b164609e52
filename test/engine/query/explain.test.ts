import { describe, expect, it } from "vitest";
import { type Explanation, explain, type RawParams } from "../../../engine/internal.ts";
import { checked, reading } from "../../support/engine/ask-engine.ts";
import { idOf } from "../../support/engine/published.ts";
import { engine, schema } from "./many-posts.ts";

describe("explain", () => {
  it.each<[about: string, params: RawParams, told: Explanation]>([
    [
      "an index that has the order asked for",
      { filters: { views: { $lt: 100 } }, sort: "views:desc" },
      { plan: "100 rows of index views lt; ordered scan by index views down", estimated: 100, rows: 100 },
    ],
    [
      "another order that is walked along because many rows match",
      { filters: { views: { $gte: 100 } }, sort: "title" },
      {
        plan: "ordered scan by index title, index only, for 2900 rows of index views gte",
        estimated: 2_900,
        rows: 2_900,
      },
    ],
    [
      "sets of rows that are compared",
      { filters: { views: { $gte: 1_000 }, featured: true } },
      {
        plan: "about 1000 rows of (1500 rows of index featured eq and 2000 rows of index views gte); collect, sort or scan by id",
        estimated: 1_000,
        rows: 1_000,
      },
    ],
    [
      "few rows of one index, of which another index tells which are in a range",
      { filters: { views: { $lt: 50 }, featured: true } },
      {
        plan: "about 25 rows of (50 rows of index views lt and 1500 rows of index featured eq); collect, sort by id",
        estimated: 25,
        rows: 25,
      },
    ],
    [
      "few rows of one index on which the rest is tested",
      { filters: { views: { $lt: 50 }, author: { name: { $ne: "author 7" } } } },
      { plan: "50 rows of index views lt, test each; collect, sort by id", estimated: 50, rows: 49 },
    ],
    [
      "the opposite of a condition",
      { filters: { $not: { featured: true } }, pagination: { withCount: "false" } },
      { plan: "ordered scan by id, index only, for 1500 rows of index featured not eq", estimated: 1_500, rows: 1_500 },
    ],
    [
      "links from what an index finds",
      { filters: { author: { name: "author 7" } }, sort: "title" },
      {
        plan: "about 30 rows linked by author to (1 rows of index name eq); page of a sorted posting list, or collect, sort by title",
        estimated: 30,
        rows: 30,
      },
    ],
    [
      "a text that is looked for in all texts",
      { filters: { title: { $containsi: "TITLE 299" } } },
      { plan: "about 94 rows by text of title containsi; collect, sort or scan by id", estimated: 94, rows: 11 },
    ],
    [
      "a component, as part of its row",
      { filters: { seo: { heading: { $startsWith: "heading 1" } } }, sort: "seo.heading" },
      {
        plan: "1000 rows of index seo.heading startsWith; ordered scan by index seo.heading",
        estimated: 1_000,
        rows: 1_000,
      },
    ],
    [
      "several sort keys with one index",
      { sort: ["featured:desc", "views"] },
      { plan: "all 3000 rows; ordered scan by index featured,-views down", estimated: 3_000, rows: 3_000 },
    ],
    [
      "an order behind a relation, by groups of what is linked to the same",
      { sort: ["author.name:desc", "views"] },
      {
        plan: "all 3000 rows; collect, sort or group by author.name, views",
        estimated: 3_000,
        rows: 3_000,
      },
    ],
    [
      "rows without a link",
      { filters: { author: { id: { $null: true } } } },
      {
        plan: "0 rows but for (3000 rows linked by author); collect, sort by id",
        estimated: 0,
        rows: 0,
      },
    ],
    [
      "rows with a link",
      { filters: { author: { id: { $null: false } } } },
      { plan: "ordered scan by id, index only, for 3000 rows linked by author", estimated: 3_000, rows: 3_000 },
    ],
    [
      "versions that stand alone",
      { publicationFilter: "published-without-draft", filters: { views: { $gte: 1_000 } } },
      {
        plan: "about 2000 rows of (2000 rows of index views gte and 3000 rows but for (0 rows paired with their other version)); collect, sort or scan by id",
        estimated: 2_000,
        rows: 2_000,
      },
    ],
    [
      "one document by its id",
      { filters: { documentId: idOf("post", 7) } },
      { plan: "1 rows by documentId; collect, sort by id", estimated: 1, rows: 1 },
    ],
  ])("tells of %s", (_about, params, told) => {
    expect(explained(params)).toEqual(told);
  });

  it("lists one plan after another for drafts and published versions together", () => {
    const { plan, rows } = explained({ status: ["draft", "published"], filters: { views: 7 } });
    expect(plan.split(" + ")).toHaveLength(2);
    expect(rows).toBe(1);
  });
});

function explained(params: RawParams): Explanation {
  const query = checked(schema, schema.type("api::post.post"), params);
  return explain(reading(engine.state, query), query);
}
