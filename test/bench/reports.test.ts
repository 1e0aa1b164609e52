import { describe, expect, it } from "vitest";
import { besideTable, coldStartTable, coldTable } from "../../bench/engine/cold-report.ts";
import { engineTables } from "../../bench/engine/engine-report.ts";
import type { Result } from "../../bench/engine/result.ts";
import { httpChart, httpTables } from "../../bench/http/http-report.ts";
import type { Measurement } from "../../bench/http/measure.ts";
import { figure, table } from "../../transport/cli/bench/table.ts";

const measurement = (contestant: string, rate: number): Measurement => ({
  workload: "repeated",
  contestant,
  kind: "galley",
  rate,
  p50: 0.123,
  p99: 12.34,
  bytes: 15_000,
  cpuMicros: null,
  busy: 0.5,
});

const MEASURED = [measurement("raw <uws>", 100_000), measurement("galley", 85_000), measurement("other", 500)];

describe("results", () => {
  it("have figures with three digits that mean something", () => {
    expect([0.123, 1.234, 12.34, 123.4, 12_345].map(figure)).toEqual(["0.12", "1.23", "12.3", "123", "12,345"]);
  });

  it("stand in columns: texts to the left, figures to the right", () => {
    expect(
      table(
        ["", "n"],
        [
          ["a", "1"],
          ["bc", "20"],
        ],
      ),
    ).toBe("     n\n──────\na    1\nbc  20");
  });

  it("are reported as ratios to the first contestant of the same workload", () => {
    const lines = httpTables(MEASURED).split("\n");
    expect(lines[0]).toBe("repeated: the same list of 25 over and over");
    expect(lines.slice(3).map((line) => line.split(/ {2,}/)[2])).toEqual(["100 %", "85 %", "1/200"]);
  });

  it("are drawn as an image that holds names as text", () => {
    const svg = httpChart("Title", ["a machine"], MEASURED);
    expect(svg.startsWith("<svg ")).toBe(true);
    expect(svg).toContain("raw &lt;uws&gt;");
    expect(svg).not.toContain("<uws>");
  });
});

it("first questions stand in a table, a kind in each line", () => {
  const first = { kind: "slug =", first: 321.4, next: [40.2, 9.87, 8], steps: 443, longest: 12.3, building: 410 };
  const lines = coldTable([{ ...first, longestBuilt: 3.21, built: 0.1 }]).split("\n");
  expect(lines[0]?.trim().split(/ {2,}/)).toEqual([
    "first",
    "next three",
    "steps",
    "longest",
    "building",
    "longest built",
    "built",
  ]);
  expect(lines[2]?.split(/ {2,}/)).toEqual(["slug =", "321", "40, 9.9, 8.0", "443", "12", "410", "3.2", "0.1"]);
});

it("first questions after a start stand in a table, with the memory before and after them", () => {
  const first = { kind: "slug =", first: 321.4, firstOfMain: 200.1, next: [40.2, 9], started: 99.6, asked: 101 };
  expect(coldStartTable([first]).split("\n")[2]?.split(/ {2,}/)).toEqual([
    "slug =",
    "321",
    "200",
    "40, 9.0",
    "100",
    "101",
  ]);
});

it("first questions over HTTP stand in a table, with what requests by id wait beside them", () => {
  const waits = { longestWait: 9.87, longestOwnWait: 6.51 };
  const first = { kind: "slug =", answered: 901.2, longestTurn: 21.4, answers: 812, ...waits };
  expect(besideTable([first]).split("\n")[2]?.split(/ {2,}/)).toEqual(["slug =", "901", "21", "812", "9.9", "6.5"]);
});

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
