import { describe, expect, it } from "vitest";
import { engineTables } from "../../bench/engine/engine-report.ts";
import type { Result } from "../../bench/engine/result.ts";

function result(contestant: string, posts: number, p50: number, p99: number): Result {
  const job = { contestant, posts, times: 10, seconds: 1, clock: "wall", only: [""] } as const;
  const asked = [{ kind: "slug =", p50, p99, times: 10, digest: "" }];
  return {
    ...job,
    asked,
    control: { p50: 0.3, p99: 0.4 },
    memory: null,
    garbage: [{ kind: "slug =", bytes: posts / 100 }],
  };
}

describe("the report of the engine's benchmark", () => {
  it("reports the bars that are missed with the most posts", () => {
    const told = engineTables([
      result("galley", 10_000, 0.1, 0.2),
      result("galley", 1_000_000, 0.5, 1.5),
      result("SQLite in memory", 1_000_000, 0.4, 0.5),
    ]);
    expect(told.split("\n").slice(-5)).toEqual([
      "Missed with 1,000,000 posts",
      "slug =: p99 is 1.500 ms, the bar 1 ms",
      "slug =: SQLite takes 0.400 ms, galley 0.500 ms",
      "slug =: 10.0 kB of garbage, the bar is 8",
      "slug =: grows 5.00 ×, the bar is 3 ×",
    ]);
  });

  it("reports nothing missing when nothing is", () => {
    const told = engineTables([result("galley", 10_000, 0.1, 0.2), result("SQLite in memory", 10_000, 0.4, 0.5)]);
    expect(told).toContain("÷ galley");
    expect(told).not.toContain("Missed");
  });
});
