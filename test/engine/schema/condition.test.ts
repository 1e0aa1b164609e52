import { describe, expect, it } from "vitest";
import { compileCondition } from "../../../engine/schema/condition.ts";

const values = { flag: true, kind: "event", count: 3, none: null, list: [], seo: { title: "T" } };

describe("a condition", () => {
  it.each([
    [{ "==": [{ var: "flag" }, true] }, true],
    [{ "==": [{ var: "missing" }, null] }, true],
    [{ "==": [{ var: "missing" }, false] }, false],
    [{ "==": [{ var: "count" }, "3"] }, true],
    [{ "===": [{ var: "count" }, "3"] }, false],
    [{ "!=": [{ var: "kind" }, "page"] }, true],
    [{ "!==": [{ var: "kind" }, "event"] }, false],
    [{ "==": [{ var: "seo.title" }, "T"] }, true],
    [{ "==": [{ var: ["seo.text", "none"] }, "none"] }, true],
    [{ "==": [{ var: ["none", "none"] }, null] }, true],
    [{ var: "constructor" }, false],
    [{ var: "flag.constructor" }, false],
    [{ var: "" }, true],
    [{ "!": { var: "flag" } }, false],
    [{ "!": [{ var: "list" }] }, true],
    [{ "!!": [{ var: "kind" }] }, true],
    [{ and: [{ var: "flag" }, { var: "none" }] }, false],
    [{ and: [{ var: "flag" }, { "==": [{ var: "kind" }, "event"] }] }, true],
    [{ or: [{ var: "none" }, { var: "flag" }] }, true],
    [{ or: [{ var: "none" }] }, false],
    [{ "<": [1, { var: "count" }, 3] }, false],
    [{ "<=": [1, { var: "count" }, 3] }, true],
    [{ ">": [{ var: "count" }, 2] }, true],
    [{ ">=": [2, { var: "count" }] }, false],
    [{ in: [{ var: "kind" }, ["page", "event"]] }, true],
    [{ in: ["ven", { var: "kind" }] }, true],
    [{ in: ["ven", { var: "none" }] }, false],
    [{ "==": [true, false] }, false],
    [false, false],
    ["text", true],
    [{ two: 1, keys: 2 }, true],
  ])("%j is %j", (expression, expected) => {
    expect(compileCondition(expression)(values)).toBe(expected);
  });

  it.each([{ nope: [] }, { "==": [{ constructor: "x" }, 1] }])("refuses the unknown operator of %j", (expression) => {
    expect(() => compileCondition(expression)).toThrow(/^(nope|constructor)$/);
  });
});
