import { describe, expect, test } from "vitest";
import { helpText, parseArguments, type Usage, UsageError } from "../../../../transport/cli/usage/usage.ts";
import { USAGES } from "../../../../transport/cli/usage/usages.ts";

const usage: Usage = {
  synopsis: "brew [CUP] [options]",
  summary: "Makes coffee.",
  operands: 1,
  flags: {
    strength: { short: "s", value: "LEVEL", choices: ["weak", "strong"], help: "How strong" },
    milk: { help: "With milk" },
  },
  notes: "Hot.",
};

describe("parsing arguments", () => {
  test("gives operands, texts and switches", () => {
    const args = parseArguments(usage, ["blue", "-s", "strong", "--milk"]);
    expect(args.operands).toEqual(["blue"]);
    expect(args.text("strength")).toBe("strong");
    expect(args.isOn("milk")).toBe(true);
  });

  test("returns nothing for absent values", () => {
    const args = parseArguments(usage, []);
    expect([args.operands, args.text("strength"), args.isOn("milk")]).toEqual([[], undefined, false]);
  });

  test.each([
    [["blue", "red"], "Unexpected argument: red"],
    [["--sugar"], "Unknown option '--sugar'"],
    [["--strength"], "Option '-s, --strength <value>' argument missing"],
    [["--strength", "lethal"], "--strength must be one of weak, strong"],
    [["--milk=oat"], "Option '--milk' does not take an argument"],
  ])("refuses %j in one line", (args, message) => {
    expect(() => parseArguments(usage, args)).toThrow(new UsageError(message));
  });
});

test("the help text shows every flag in line", () => {
  expect(helpText(usage)).toBe(
    [
      "Usage: galley brew [CUP] [options]",
      "",
      "Makes coffee.",
      "",
      "Options:",
      "  -s, --strength LEVEL  How strong",
      "      --milk            With milk",
      "",
      "Hot.",
    ].join("\n"),
  );
});

test("the help of `galley` names every other command", () => {
  const others = Object.keys(USAGES)
    .filter((command) => command !== "serve")
    .sort();
  expect(others.length).toBeGreaterThan(10);
  expect(USAGES.serve.notes.replaceAll("\n", " ")).toContain(`Other commands: ${others.join(", ")} (`);
});
