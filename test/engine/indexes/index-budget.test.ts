import { expect, it } from "vitest";
import { IndexBudget } from "../../../engine/indexes/index-budget.ts";

it("reads the sizes of all indexes only after they have grown by a share of the limit", () => {
  let reads = 0;
  const budget = new IndexBudget(64_000, () => {
    reads++;
    return [];
  });
  for (let i = 0; i < 99; i++) budget.grow(10);
  expect(reads).toBe(0);
  budget.grow(10);
  expect(reads).toBe(1);
  budget.grow(0);
  expect(reads).toBe(1);
});
