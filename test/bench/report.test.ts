import { describe, expect, it } from "vitest";
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
