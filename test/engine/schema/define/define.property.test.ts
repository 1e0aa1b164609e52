import { describe, expect, it } from "vitest";
import {
  defineSchema,
  RELATION_KINDS,
  SCALAR_TYPES,
  type Schema,
  type SchemaDefinition,
  SchemaError,
} from "../../../../engine/internal.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { fc } from "../../../support/fast-check.ts";
import { blogWith, issuesOf } from "../issues-of.ts";

/** A valid definition in which one part, anywhere, is something else: reaches further in than arbitrary JSON does. */
const damaged = fc
  .tuple(
    fc.infiniteStream(fc.nat()),
    fc.oneof(fc.jsonValue(), fc.constantFrom("relation", "api::tag.tag", "posts", null)),
  )
  .map(([choices, part]) => {
    const definition = structuredClone(BLOG) as unknown;
    let place = definition as Record<string, unknown>;
    for (const choice of choices) {
      const keys = Object.keys(place);
      const key = keys[choice % keys.length] ?? "new";
      const inner = place[key];
      if (typeof inner !== "object" || inner === null || choice % 7 === 0) {
        place[key] = part;
        return definition;
      }
      place = inner as Record<string, unknown>;
    }
    return definition;
  });

const name = fc.oneof(fc.constantFrom("a", "b", "posts", "status", "__proto__", "constructor"), fc.string());

const attribute = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...SCALAR_TYPES, "relation", "media", "component", "dynamiczone"), fc.jsonValue()),
    relation: fc.constantFrom(...RELATION_KINDS, "morphOne", "morphToMany"),
    target: fc.constantFrom("api::a.a", "api::b.b", "plugin::upload.file", "plugin::users-permissions.user"),
    inversedBy: name,
    mappedBy: name,
    component: fc.constantFrom("a.a", "b.b"),
    components: fc.array(fc.constantFrom("a.a", "b.b")),
    enum: fc.array(fc.string()),
    regex: fc.string(),
    default: fc.jsonValue(),
    min: fc.oneof(fc.integer(), fc.jsonValue()),
    max: fc.oneof(fc.integer(), fc.jsonValue()),
    targetField: name,
  },
  { requiredKeys: ["type"] },
);

const model = fc.record({
  info: fc.record({ singularName: name, pluralName: name, displayName: name }),
  options: fc.record({ draftAndPublish: fc.boolean() }),
  attributes: fc.dictionary(name, attribute, { maxKeys: 4 }),
});

const likely = fc.record({
  contentTypes: fc.dictionary(fc.constantFrom("api::a.a", "api::b.b", "x"), model, { maxKeys: 2 }),
  components: fc.dictionary(fc.constantFrom("a.a", "b.b"), model, { maxKeys: 2 }),
});

/** The guarantees on which everyone who has a schema relies. */
function expectWhole(schema: Schema): void {
  for (const { uid, attributes } of [...schema.types.values(), ...schema.components.values()])
    for (const part of attributes.values()) {
      if (part.kind === "component") expect(schema.components.has(part.component)).toBe(true);
      if (part.kind === "dynamiczone") for (const each of part.components) schema.component(each);
      if (part.kind === "media") schema.target(part);
      if (part.kind !== "relation") continue;
      const other = schema.target(part).attributes.get(part.inversedBy ?? part.mappedBy ?? "");
      if (part.inversedBy !== undefined) expect(other).toMatchObject({ target: uid, mappedBy: part.name });
      if (part.mappedBy !== undefined) expect(other).toMatchObject({ target: uid, inversedBy: part.name });
    }
}

describe("defineSchema", () => {
  it.each<[string, fc.Arbitrary<unknown>]>([
    ["any JSON", fc.jsonValue()],
    ["a definition with a damaged part", damaged],
    ["what looks like a definition", likely],
  ])("makes a whole schema or throws a SchemaError: %s", (_name, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (definition) => {
        const made = attempt(definition);
        if (made instanceof SchemaError) expect(made.issues).not.toEqual([]);
        else expectWhole(made);
      }),
      { numRuns: 500 },
    );
  });

  it("accepts a default of any depth without running out of stack", () => {
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    expect(issuesOf(blogWith({ x: { type: "json", default: deep } }))).toEqual([
      { model: "api::post.post", path: ["attributes", "x", "default"], message: "must be JSON of at most 100 levels" },
    ]);
  });
});

function attempt(definition: unknown): Schema | SchemaError {
  try {
    // Any value: that is the subject of the test.
    return defineSchema(definition as SchemaDefinition);
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
}
