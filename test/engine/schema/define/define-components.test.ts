import { describe, expect, it } from "vitest";
import { issuesOf } from "../issues-of.ts";

function faultsOf(attributes: unknown): string[] {
  return issuesOf({ contentTypes: {}, components: { "shared.x": { attributes } } }).map(
    ({ model, path, message }) => `${model} ${path.join(".")}: ${message}`,
  );
}

const FILE = "plugin::upload.file";

describe("a component", () => {
  it.each([
    [{ type: "uid" }, "type: must not be uid inside a component"],
    [{ type: "dynamiczone", components: [] }, "type: must not be dynamiczone inside a component"],
    [
      { type: "relation", relation: "manyToMany", target: FILE },
      "relation: must be oneToOne or oneToMany inside a component",
    ],
    [
      { type: "relation", relation: "morphMany", target: FILE, morphBy: "thing" },
      "relation: must not be morphMany inside a component",
    ],
    [
      { type: "relation", relation: "oneToOne", target: FILE, inversedBy: "name" },
      "inversedBy: must be absent inside a component",
    ],
    [
      { type: "relation", relation: "oneToMany", target: FILE, mappedBy: "name" },
      "mappedBy: must be absent inside a component",
    ],
  ])("does not hold %j", (definition, fault) => {
    expect(faultsOf({ part: definition })).toEqual([`shared.x attributes.part.${fault}`]);
  });

  it("may hold itself and be held in a circle", () => {
    const circle = {
      "shared.a": { attributes: { b: { type: "component", component: "shared.b", required: true } } },
      "shared.b": { attributes: { a: { type: "component", component: "shared.a", required: true } } },
      "shared.self": { attributes: { self: { type: "component", component: "shared.self" } } },
    };
    expect(issuesOf({ contentTypes: {}, components: circle })).toEqual([]);
  });

  it("obeys the rules for names", () => {
    expect(faultsOf({ id: { type: "integer" } })).toEqual([
      "shared.x attributes.id: must have another name: this one is reserved",
    ]);
  });
});
