import { describe, expect, it } from "vitest";
import { STRAPI_RULES } from "../../../../engine/rules.ts";
import type { AttributeDefinitions } from "../../../../engine/schema/definition.ts";
import { EMPTY, issuesOf, thing, valuesOf } from "../checking.ts";

const conditions = { visible: { "==": [{ var: "flag" }, true] } };

const attributes: AttributeDefinitions = {
  flag: { type: "boolean", default: false },
  name: { type: "string", required: true, minLength: 3, maxLength: 5, regex: "^[a-z]+$", conditions },
  count: { type: "integer", min: 10, max: 20, conditions },
  code: { type: "string", unique: true, conditions },
  part: { type: "component", component: "shared.part", required: true, conditions },
  parts: { type: "component", component: "shared.part", repeatable: true, required: true, min: 2, max: 3, conditions },
  zone: { type: "dynamiczone", components: ["shared.part"], required: true, min: 1, conditions },
};

const part: AttributeDefinitions = {
  open: { type: "boolean" },
  label: { type: "string", required: true },
  hint: { type: "string", required: true, conditions: { visible: { "==": [{ var: "open" }, true] } } },
};

const types = thing(attributes, { "shared.part": part });

const zoned = { __component: "shared.part", label: "l" };

/** Accepts the data, with these options. */
const accept = (data: unknown, options = {}) => valuesOf(types, data, options);

const faultsOf = (data: unknown, options = {}) =>
  issuesOf(() => valuesOf(types, data, options)).map(([, message]) => message);

describe("an attribute whose condition is not met", () => {
  it.each([[{}], [{ flag: false }], [{ flag: null }], [{ flag: "true" }]])("need not be there: %j", (data) => {
    accept(data);
    accept(data, { rules: STRAPI_RULES });
    accept(data, { full: false, rules: STRAPI_RULES });
    accept(data, { operation: "publish" });
  });

  it("may be null, and need not keep to its limits", () => {
    accept({ name: null, count: null, part: null });
    accept({ name: "N", count: 5, parts: [], zone: [] });
    accept({ name: "NAMELESS", count: 50 });
    accept({ part: {}, parts: [{ open: true }], zone: [{ __component: "shared.part" }] });
  });

  it("need not be unique", () => {
    accept({ code: "a" }, { lookups: { ...EMPTY, taken: () => true } });
  });

  it("has values of its type all the same", () => {
    expect(faultsOf({ name: 5, count: "x" })).toHaveLength(2);
    expect(faultsOf({ name: "x".repeat(256) })).toEqual(["name must be at most 255 characters"]);
  });
});

describe("an attribute whose condition is met", () => {
  it("keeps to its constraints", () => {
    expect(faultsOf({ flag: true })).toEqual(
      ["name", "part", "parts", "zone"].map((name) => `${name} must be defined.`),
    );
    const data = { flag: true, name: "X", count: 50, code: "a", part: { label: "l" }, parts: [], zone: [] };
    expect(faultsOf(data, { lookups: { ...EMPTY, taken: () => true } })).toHaveLength(6);
    accept({ ...data, name: "xyz", count: 15, parts: [data.part, data.part], zone: [zoned] });
  });

  it("is judged by the values beside it, in components too", () => {
    const data = { flag: true, name: "xyz", parts: [{ label: "l" }, { label: "l" }], zone: [zoned] };
    accept({ ...data, part: { label: "l", open: false } });
    expect(faultsOf({ ...data, part: { label: "l", open: true } })).toEqual(["part.hint must be defined."]);
  });
});

describe("an attribute with a condition", () => {
  it("is not required as such", () => {
    expect(types.type.attributes.get("name")).toMatchObject({ required: false, minLength: 3 });
  });

  it("with an unknown operator is refused", () => {
    const faulty = { name: { type: "string", conditions: { visible: { nope: 1 } } } } as const;
    expect(() => thing(faulty)).toThrow("attributes.name.conditions.visible: has the unknown operator nope");
  });
});
