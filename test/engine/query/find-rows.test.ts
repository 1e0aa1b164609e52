import { describe, expect, it } from "vitest";
import {
  CHECK_LIMITS,
  CONTRACT_RULES,
  checkQuery,
  FULL_ACCESS,
  findMany,
  OBJECTS,
  type RawParams,
  readingOf,
} from "../../../engine/index.ts";
import { engine, POSTS, schema } from "./many-posts.ts";

/** Ids, from the first to the last. */
function ids(params: RawParams): unknown[] {
  const options = { schema, type: schema.type("api::post.post"), params, access: FULL_ACCESS, rules: CONTRACT_RULES };
  const query = checkQuery({ ...options, limits: { ...CHECK_LIMITS, maxLimit: null }, shape: "find" });
  const reading = readingOf(engine.state, CONTRACT_RULES, query, FULL_ACCESS, "caller");
  return findMany(reading, OBJECTS, query).entries.map((entry) => Object(entry).id);
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
