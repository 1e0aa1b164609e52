import { describe, expect, it } from "vitest";
import {
  CHECK_LIMITS,
  CONTRACT_RULES,
  checkQuery,
  FULL_ACCESS,
  findMany,
  OBJECTS,
  type RawParams,
} from "../../../../engine/internal.ts";
import { reading } from "../../../support/engine/ask-engine.ts";
import { engine, POSTS, schema } from "../many-posts.ts";

/** Ids, from the first to the last. */
function ids(params: RawParams): unknown[] {
  const options = { schema, type: schema.type("api::post.post"), params, access: FULL_ACCESS, rules: CONTRACT_RULES };
  const query = checkQuery({ ...options, limits: { ...CHECK_LIMITS, maxLimit: null }, shape: "find" });
  const context = reading(engine.state, query);
  return findMany(context, OBJECTS, query).entries.map((entry) => Object(entry).id);
}

describe("rows in an order with long runs of equal ones", () => {
  const from = 200;
  const matches = Array.from({ length: POSTS - from }, (_, at) => from + at);
  const even = matches.filter((views) => views % 2 === 0);
  const odd = matches.filter((views) => views % 2 === 1);
  const filters = { views: { $gte: from }, title: { $startsWith: "title" } };

  it.each([
    ["desc", [...even, ...odd]],
    ["asc", [...odd, ...even]],
  ])("come by ascending id within each, %s, on every page", (direction, inOrder) => {
    for (const start of [0, 1_390, 2_700]) {
      const page = { start: String(start), limit: "25" };
      expect(ids({ filters, sort: `featured:${direction}`, pagination: page })).toEqual(
        inOrder.slice(start, start + 25).map((views) => views + 1),
      );
    }
  });
});

describe("rows in an order behind a relation", () => {
  /** Posts have the author of their views modulo 100, whose names go by their digits. */
  const authors = Array.from({ length: 100 }, (_, at) => at).sort((a, b) => (`${a}` < `${b}` ? -1 : 1));
  const postsOf = (author: number) => Array.from({ length: POSTS / 100 }, (_, at) => at * 100 + author);

  it.each([
    ["asc", authors],
    ["desc", authors.toReversed()],
  ])("come by what they are linked to, %s, and then by the other keys, on every page", (direction, inOrder) => {
    const all = inOrder.flatMap((author) => postsOf(author).reverse());
    for (const start of [0, 20, 1_500, 2_990]) {
      const params = {
        sort: [`author.name:${direction}`, "views:desc"],
        pagination: { start: `${start}`, limit: "25" },
      };
      expect(ids(params)).toEqual(all.slice(start, start + 25).map((views) => views + 1));
    }
  });

  it("are in order of ascending id if their keys are equal, counting only matches", () => {
    const even = authors.flatMap(postsOf).filter((views) => views % 2 === 0);
    const params = { filters: { featured: true }, sort: "author.name", pagination: { start: "10", limit: "25" } };
    expect(ids(params)).toEqual(even.slice(10, 35).map((views) => views + 1));
  });
});
