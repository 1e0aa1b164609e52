import { expect, it, onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const SCHEMA: SchemaDefinition = schemaOf(
  {
    post: {
      pluginOptions: { i18n: { localized: true } },
      attributes: {
        title: { type: "string", required: true, pluginOptions: { i18n: { localized: true } } },
        sku: { type: "string", unique: true, pluginOptions: { i18n: { localized: false } } },
        kind: { type: "enumeration", enum: ["a", "b"], default: "a" },
        cover: { type: "media", multiple: false, allowedTypes: ["images"] },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
        parts: { type: "dynamiczone", components: ["shared.part"] },
        seo: { type: "component", component: "shared.part", repeatable: false },
        note: { type: "text", private: true },
      },
    },
    tag: {
      dp: false,
      attributes: {
        name: { type: "string" },
        posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
      },
    },
  },
  { "shared.part": { size: { type: "integer", min: 1 } } },
);

async function open() {
  const tokens = [
    { name: "all", token: "all", access: "full-access" },
    { name: "read", token: "read", access: "read-only" },
  ] as const;
  const galley = await createGalley({ schema: SCHEMA, profile: "strapi", open: true, tokens });
  onTestFinished(() => galley.close());
  return async (name: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await galley.fetch(`/api/content-type-builder/${name}`, { headers });
    return { status: response.status, body: (await response.json()) as { readonly data: readonly object[] } };
  };
}

it("lists content types as Strapi's content type builder does", async () => {
  const get = await open();
  const { status, body } = await get("content-types", "all");
  expect(status).toBe(200);
  const relation = { type: "relation", relation: "manyToMany", required: false, private: false };
  expect(body.data.find((type) => "apiID" in type && type.apiID === "post")).toEqual({
    uid: "api::post.post",
    apiID: "post",
    schema: {
      draftAndPublish: true,
      displayName: "Post",
      singularName: "post",
      pluralName: "posts",
      description: "",
      pluginOptions: { i18n: { localized: true } },
      kind: "collectionType",
      attributes: {
        title: { type: "string", required: true, pluginOptions: { i18n: { localized: true } } },
        sku: { type: "string", unique: true },
        kind: { type: "enumeration", enum: ["a", "b"], default: "a" },
        cover: { type: "media", multiple: false, required: false, private: false, allowedTypes: ["images"] },
        tags: { ...relation, target: "api::tag.tag", inversedBy: "posts", targetAttribute: "posts" },
        parts: { type: "dynamiczone", components: ["shared.part"] },
        seo: { type: "component", component: "shared.part", repeatable: false },
        note: { type: "text", private: true },
      },
      visible: true,
      restrictRelationsTo: null,
    },
  });
  expect(body.data).toContainEqual(expect.objectContaining({ uid: "plugin::upload.file", plugin: "upload" }));
});

it("lists components", async () => {
  const get = await open();
  expect((await get("components", "all")).body.data).toEqual([
    {
      uid: "shared.part",
      category: "shared",
      apiId: "part",
      schema: { displayName: "Part", description: "", attributes: { size: { type: "integer", min: 1 } } },
    },
  ]);
});

it("is only for tokens with full access, as in Strapi", async () => {
  const get = await open();
  const statuses = await Promise.all([get("content-types"), get("components"), get("content-types", "read")]);
  expect(statuses.map(({ status }) => status)).toEqual([403, 403, 403]);
});
