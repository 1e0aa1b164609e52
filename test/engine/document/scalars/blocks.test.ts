import { describe, expect, it } from "vitest";
import { checkBlocks } from "../../../../engine/document/scalars/blocks.ts";
import { CONTRACT_RULES } from "../../../../engine/rules.ts";
import { issuesOf, thing, valuesOf } from "../checking.ts";

/*
 * The real server's answers to each kind of node are in the recorded writes; these are the cases on which it fails, and
 * cases that were not recorded.
 */
const faults = (...nodes: unknown[]) =>
  checkBlocks(["x"], nodes).issues.map(({ path, message }) => [path.join("."), message]);
const text = (value: string) => ({ type: "text", text: value });

describe("checkBlocks", () => {
  it.each([[null], ["a"], [5], [[]], [{ type: "constructor" }], [{ type: ["paragraph"] }]])(
    "refuses the block %j",
    (node) => {
      expect(faults(node)).toEqual([["x.0", "Block node is of invalid type"]]);
    },
  );

  it("refuses children that are no nodes", () => {
    expect(faults({ type: "paragraph", children: [null, "a"] })).toEqual([
      ["x.0.children.0", "Inline node must be Text or Link"],
      ["x.0.children.1", "Inline node must be Text or Link"],
    ]);
    expect(faults({ type: "list", format: "ordered", children: [null] })).toEqual([
      ["x.0.children.0", "Inline node must be list-item or list"],
    ]);
    expect(faults({ type: "code", children: ["a"] })).toEqual([
      [
        "x.0.children.0",
        'x[0].children[0] must be a `object` type, but the final value was: `null` (cast from the value `"a"`).',
      ],
    ]);
  });

  it("reports an invalid level by its type and by its values", () => {
    expect(faults({ type: "heading", level: "x", children: [text("a")] })).toEqual([
      ["x.0.level", 'x[0].level must be a `number` type, but the final value was: `NaN` (cast from the value `"x"`).'],
      ["x.0.level", "x[0].level must be one of the following values: 1, 2, 3, 4, 5, 6"],
    ]);
  });

  it.each(["https://a.b", "http://a.b", "ftp://a.b", "mailto:a@b.co", "tel:+1", "/a?b#c"])(
    "accepts the link %s",
    (url) => {
      expect(faults({ type: "paragraph", children: [{ type: "link", url, children: [text("a")] }] })).toEqual([]);
    },
  );

  it.each(["", "a.b", "javascript:alert(1)", "https://[", "data:text/html,a"])("refuses the link %j", (url) => {
    expect(faults({ type: "paragraph", children: [{ type: "link", url, children: [] }] })).toEqual([
      ["x.0.children.0.url", "Please specify a valid link."],
    ]);
  });

  it("asks every field of an image that has none", () => {
    expect(faults({ type: "image", children: [] })).toHaveLength(11);
    expect(faults({ type: "image", image: { name: "" }, children: [] })[0]).toEqual([
      "x.0.image.name",
      "x[0].image.name is a required field",
    ]);
  });

  it("converts known fields and keeps all others, as a copy", () => {
    const extra = { deep: [1] };
    const sent = {
      type: "heading",
      level: "2",
      extra,
      children: [{ type: "text", text: 5, bold: "true", color: "red" }],
    };
    const { value, issues } = checkBlocks([], [sent]);
    expect(issues).toEqual([]);
    expect(value).toEqual([
      { type: "heading", level: 2, extra, children: [{ type: "text", text: "5", bold: true, color: "red" }] },
    ]);
    expect(checkBlocks([], value as unknown[]).value).toEqual(value);
    extra.deep.push(2);
    expect(value).toMatchObject([{ extra: { deep: [1] } }]);
  });
});

describe("the value of a blocks attribute", () => {
  const types = thing({ x: { type: "blocks" } });

  it.each([[{ type: "paragraph", children: [] }], ["abc"], [5], ["{}"], [true]])(
    "is refused when it is no list: %j",
    (value) => {
      const [issue] = issuesOf(() => valuesOf(types, { x: value }));
      expect(issue?.[1]).toMatch(/^x must be a `array` type, but the final value was: `null` \(cast from the value `/);
    },
  );

  it("counts as none when it is no list, where the rules say so and none is required", () => {
    const rules = { ...CONTRACT_RULES, strayBlocks: "null" as const };
    for (const value of [{ a: 1 }, "abc", 5, ""]) {
      expect(valuesOf(types, { x: value }, { rules }).get("x")).toEqual({ kind: "scalar", value: null });
    }
    const required = thing({ x: { type: "blocks", required: true } });
    expect(issuesOf(() => valuesOf(required, { x: 5 }, { rules }))).toHaveLength(1);
    expect(valuesOf(required, { x: 5 }, { rules, full: false }).get("x")).toEqual({ kind: "scalar", value: null });
  });

  it("is read from JSON text, which may not be nested deeper than data", () => {
    expect(valuesOf(types, { x: "[]" }).get("x")).toEqual({ kind: "scalar", value: [] });
    expect(issuesOf(() => valuesOf(types, { x: `${"[".repeat(9000)}${"]".repeat(9000)}` }))).toHaveLength(1);
  });
});
