import { describe, expect, it } from "vitest";
import { type ContentTypeDefinition, defineSchema, type Schema, SchemaError } from "../../../../engine/internal.ts";
import { issuesOf, postType } from "../issues-of.ts";

function define(attributes: unknown, options?: ContentTypeDefinition["options"]): Schema {
  return defineSchema({ contentTypes: { "api::post.post": postType(attributes, options) } });
}

function attribute(definition: unknown) {
  return define({ x: definition }).type("api::post.post").attributes.get("x");
}

describe("defineSchema", () => {
  it("fills in the omitted options of a content type", () => {
    expect(define({}).type("api::post.post")).toEqual({
      model: "content-type",
      uid: "api::post.post",
      kind: "collection",
      singularName: "post",
      pluralName: "posts",
      displayName: "Post",
      draftAndPublish: false,
      locale: null,
      rest: true,
      shared: new Set(),
      attributes: new Map(),
    });
  });

  it("finds types by the path of their kind", () => {
    const single = { ...postType({}), kind: "singleType" } as const;
    expect([...define({}).byPath.keys()]).toEqual(["posts"]);
    expect([...defineSchema({ contentTypes: { "api::post.post": single } }).byPath.keys()]).toEqual(["post"]);
  });

  it("gives routes to types of the API unless configured otherwise, and to others only if configured", () => {
    const info = { singularName: "todo", pluralName: "todos", displayName: "Todo" };
    const routes = (uid: string, rest?: boolean) =>
      defineSchema({ contentTypes: { [uid]: { info, attributes: {}, ...(rest !== undefined && { rest }) } } }).type(uid)
        .rest;
    expect([routes("api::todo.todo"), routes("api::todo.todo", false)]).toEqual([true, false]);
    expect([routes("plugin::todo.todo"), routes("plugin::todo.todo", true)]).toEqual([false, true]);
  });

  it("keeps attributes in the order of the definition", () => {
    const schema = define({ b: { type: "string" }, a: { type: "integer" } });
    expect([...schema.type("api::post.post").attributes.keys()]).toEqual(["b", "a"]);
  });

  it("fills in the omitted options of a scalar attribute", () => {
    expect(attribute({ type: "string" })).toEqual({
      kind: "scalar",
      type: "string",
      name: "x",
      required: false,
      private: false,
      writable: true,
      searchable: true,
      unique: false,
      index: false,
    });
  });

  it("keeps the options of scalar attributes", () => {
    const text = { required: true, private: true, writable: false, searchable: false, unique: true, index: true };
    expect(
      attribute({ type: "string", ...text, minLength: 1, maxLength: 9, regex: "^a$", default: "a" }),
    ).toMatchObject({ ...text, minLength: 1, maxLength: 9, regex: /^a$/, default: "a" });
    expect(attribute({ type: "integer", min: -1, max: 1 })).toMatchObject({ min: -1, max: 1 });
    expect(attribute({ type: "biginteger", min: "-1", max: 1 })).toMatchObject({ minBig: -1n, maxBig: 1n });
    expect(attribute({ type: "enumeration", enum: ["a"], enumName: "A" })).toMatchObject({
      enum: ["a"],
      enumName: "A",
    });
    expect(attribute({ type: "password", encryption: { rounds: 12 } })).toMatchObject({ rounds: 12 });
    expect(attribute({ type: "uid" })).toMatchObject({ unique: true });
  });

  it.each([
    ["biginteger", "+007", "7"],
    ["biginteger", 7, "7"],
    ["date", "2020-02-29", "2020-02-29"],
    ["time", "12:30:00", "12:30:00.000"],
    ["datetime", "2020-01-02T03:04:05Z", "2020-01-02T03:04:05.000Z"],
    ["timestamp", "2020-01-02T03:04:05Z", "1577934245000"],
    ["json", { a: [null, { b: 1 }] }, { a: [null, { b: 1 }] }],
    ["json", "text", "text"],
    ["boolean", false, false],
  ])("keeps the default of a %s attribute in its normal form: %j", (type, given, kept) => {
    expect(attribute({ type, default: given })).toMatchObject({ default: kept });
  });

  it("treats null as no default", () => {
    expect(attribute({ type: "json", default: null })).not.toHaveProperty("default");
  });

  it("compiles a regular expression so that one test does not depend on the one before", () => {
    expect(attribute({ type: "string", regex: /a/giy })).toMatchObject({ regex: /a/i });
  });

  it("is not changed by later changes to the definition", () => {
    const settings = { theme: "dark" };
    const definition = { contentTypes: { "api::post.post": postType({ x: { type: "json", default: settings } }) } };
    const schema = defineSchema(definition);
    settings.theme = "light";
    expect(schema.type("api::post.post").attributes.get("x")).toMatchObject({ default: { theme: "dark" } });
    expect(Object.isFrozen(schema.type("api::post.post").attributes.get("x"))).toBe(true);
  });

  it("takes relations, media and morphs as they are declared", () => {
    expect(attribute({ type: "relation", relation: "oneToMany", target: "api::post.post" })).toMatchObject({
      kind: "relation",
      many: true,
    });
    expect(attribute({ type: "media" })).toMatchObject({
      kind: "media",
      many: false,
      allowedTypes: ["images", "videos", "audios", "files"],
    });
    expect(attribute({ type: "relation", relation: "morphToMany" })).toMatchObject({
      kind: "morph",
      relation: "morphToMany",
    });
  });

  it("treats a custom field as its base type", () => {
    const field = (customField: string) => ({ type: "customField", customField });
    const schema = defineSchema({
      contentTypes: {
        "api::post.post": postType({
          colour: { ...field("plugin::color-picker.color"), regex: "^#" },
          stars: { ...field("plugin::stars.stars"), min: 1 },
          other: field("plugin::nobody.knows"),
        }),
      },
      customFields: { "plugin::stars.stars": "integer" },
    });
    const attributes = schema.type("api::post.post").attributes;
    expect(attributes.get("colour")).toMatchObject({ type: "string", regex: /^#/ });
    expect(attributes.get("stars")).toMatchObject({ type: "integer", min: 1 });
    expect(attributes.get("other")).toMatchObject({ type: "json" });
  });

  it("takes the attributes that options name as private", () => {
    const schema = define({ a: { type: "string" }, b: { type: "string" } }, { privateAttributes: ["b", "none"] });
    const attributes = [...schema.type("api::post.post").attributes.values()];
    expect(attributes.map((one) => one.private)).toEqual([false, true]);
  });

  it("always has the type of uploaded files, without routes and drafts", () => {
    const file = define({}).type("plugin::upload.file");
    expect(file).toMatchObject({ rest: false, draftAndPublish: false, kind: "collection" });
    expect([...file.attributes.keys()].join(" ")).toBe(
      "name alternativeText caption focalPoint width height formats hash ext mime size url previewUrl provider provider_metadata",
    );
  });

  it("uses the type of uploaded files of the definition", () => {
    const info = { singularName: "file", pluralName: "files", displayName: "File" };
    const folder = {
      type: "relation",
      relation: "manyToOne",
      target: "plugin::upload.folder",
      inversedBy: "files",
    } as const;
    const schema = defineSchema({ contentTypes: { "plugin::upload.file": { info, attributes: { folder } } } });
    expect([...schema.type("plugin::upload.file").attributes.keys()]).toEqual(["folder"]);
    expect(schema.types.has("plugin::upload.folder")).toBe(true);
  });

  it("adds the types of Strapi's plugins that are referred to, and theirs", () => {
    const author = { type: "relation", relation: "manyToOne", target: "plugin::users-permissions.user" };
    expect([...define({ author }).types.keys()]).toEqual([
      "api::post.post",
      "plugin::upload.file",
      "plugin::users-permissions.user",
      "plugin::users-permissions.role",
      "plugin::users-permissions.permission",
    ]);
    expect([...define({}).types.keys()]).toEqual(["api::post.post", "plugin::upload.file"]);
  });
});

describe("a SchemaError", () => {
  it("has every fault of every type and component", () => {
    const issues = issuesOf({
      contentTypes: { post: postType({ a: { type: "?" } }), "api::b.b": 5 },
      components: { "a.b": { info: 5, attributes: { c: {} } }, d: {} },
      customFields: { "plugin::x.y": "media" },
    });
    expect(issues.map(({ model, path }) => `${model} ${path.join(".")}`)).toEqual([
      " contentTypes.post",
      " contentTypes.api::b.b",
      " components.d",
      " customFields.plugin::x.y",
      "a.b info",
      "a.b attributes.c.type",
      "d attributes",
      "post attributes.a.type",
    ]);
  });

  it("reports the first faults in its message, each with its place", () => {
    const attributes = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`a${index}`, {}]));
    const error = new SchemaError(issuesOf({ contentTypes: { "api::post.post": postType(attributes) } }));
    const lines = error.message.split("\n");
    expect(lines[1]).toBe("  api::post.post attributes.a0.type: is missing");
    expect(lines.at(-1)).toBe("  and 10 more");
    expect(lines).toHaveLength(22);
  });

  it.each([undefined, null, 5, "text", [], {}, { contentTypes: [] }, { contentTypes: {}, components: 5 }])(
    "is what %j gives",
    (definition) => {
      expect(issuesOf(definition)).not.toEqual([]);
    },
  );
});
