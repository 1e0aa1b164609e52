import { describe, expect, it } from "vitest";
import { CONTRACT_RULES, defineSchema, Engine, type SchemaDefinition } from "../../../../engine/internal.ts";
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

  /** Fifty components; each holds the next one twice. */
  const doubled = (last: object) =>
    Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => {
        const next = { type: "component", component: `shared.c${at + 1}` };
        return [
          `shared.c${at}`,
          { attributes: at === 49 ? last : { one: next, other: { ...next, repeatable: true } } },
        ];
      }),
    );
  const page = {
    kind: "collectionType",
    info: { singularName: "page", pluralName: "pages", displayName: "Page" },
    attributes: { part: { type: "component", component: "shared.c0" } },
  };

  it("may be nested 50 levels deep on any number of paths", () => {
    const contentTypes = { "api::page.page": page };
    expect(issuesOf({ contentTypes, components: doubled({ text: { type: "string" } }) })).toEqual([]);
    const schema = defineSchema({
      contentTypes,
      components: doubled({ text: { type: "string" } }),
    } as SchemaDefinition);
    expect(new Engine(schema, CONTRACT_RULES).state).toBeDefined();
  });

  it("may not lead to unique attributes on any number of paths", () => {
    const components = doubled({ text: { type: "string", unique: true } });
    const issues = issuesOf({ contentTypes: { "api::page.page": page }, components });
    expect(issues.map(({ model, path, message }) => `${model} ${path.join(".")}: ${message}`)).toEqual([
      "api::page.page attributes: must not lead to unique attributes by more than 10000 paths through components",
    ]);
  });
});
