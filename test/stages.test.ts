import { expect, test } from "vitest";
import { DEMO_SCHEMA } from "../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../transport/cli/demo/seed.ts";
import { createGalley } from "../transport/galley.ts";
import { readInStages } from "./support/engine/read-in-stages.ts";

const galley = await createGalley({ schema: DEMO_SCHEMA, seed: DEMO_SEED, open: true });

test.each([
  ["", "ordered scan by id"],
  ["sort=title&pagination[pageSize]=3", "collect, sort by title"],
  ["filters[featured][$eq]=true&populate=author&fields[0]=title", "test each"],
  ["filters[author][name][$contains]=a&sort=publishedDate:desc", "author"],
])("the stages of a read, one after the other, give what GET /api/posts?%s answers", async (queryString, plan) => {
  const read = readInStages(galley.store, "api::post.post", queryString);
  const response = await galley.fetch(`/api/posts?${queryString}`);
  const { data, meta } = (await response.json()) as { data: object[]; meta: { pagination: { total: number } } };
  expect(JSON.parse(read.body)).toEqual({ data });
  expect(read.total).toBe(meta.pagination.total);
  expect(data.length).toBeGreaterThan(0);
  expect(read.plan).toContain(plan);
});
