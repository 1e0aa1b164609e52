import { describe, expect, it } from "vitest";
import { linkedFilter } from "../../../engine/query/match/linked-filter.ts";
import { positionOfType } from "../../../engine/query/position.ts";
import type { Filter } from "../../../engine/query/query.ts";
import type { ReadContext } from "../../../engine/query/read-context.ts";
import { WorkBudget } from "../../../engine/query/work-budget.ts";
import { engine, schema } from "./many-posts.ts";

const WORK = 1_000_000;

function spentOn(use: (work: WorkBudget) => void): number {
  const work = WorkBudget.ofCaller(WORK);
  use(work);
  return WORK - work.left;
}

describe("work of writing entries", () => {
  it("grows with the entries and with the fields of each", () => {
    const one = spentOn((work) => work.written(1, 1));
    expect(one).toBeGreaterThan(0);
    expect(spentOn((work) => work.written(1_000, 1))).toBe(1_000 * one);
    expect(spentOn((work) => work.written(1_000, 10))).toBeGreaterThan(1_000 * one);
  });

  it("is refused before it is done", () => {
    expect(() => WorkBudget.ofCaller(1_000).written(100_000, 10)).toThrow("The query populates too many entries");
  });
});

describe("work of filtering linked entries", () => {
  const filter: Filter = { kind: "compare", field: "title", operator: "containsi", operand: "9" };
  const post = schema.type("api::post.post");

  /** Tests every post so many times, as if as many entries were linked to it. */
  function spentOnTests(times: number): { readonly spent: number; readonly passed: number } {
    let passed = 0;
    const spent = spentOn((work) => {
      const view = { state: engine.state, behindPlainTypes: "query", work } as ReadContext["view"];
      const passes = linkedFilter({ view, negation: "none" } as ReadContext, positionOfType(post), filter);
      for (let time = 0; time < times; time++) {
        for (const row of engine.state.collection(post.uid).spaces.published.rows()) {
          if (passes(row, "published")) passed += 1;
        }
      }
    });
    return { spent, passed };
  }

  it("is that of each row once, however many entries it is linked to", () => {
    const once = spentOnTests(1);
    const often = spentOnTests(10);
    expect(once.passed).toBeGreaterThan(0);
    expect(often.passed).toBe(10 * once.passed);
    expect(often.spent).toBeLessThan(1.1 * once.spent);
  });
});
