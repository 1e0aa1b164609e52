import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { DEMO_SCHEMA } from "../../../../transport/cli/demo/schema.ts";
import { PROFILES } from "../../../../transport/contract/profiles/profile-name.ts";
import { createGalley, type GalleyOptions, type OpenApiDocument } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { writeVectors } from "../../../support/vectors/vector-file.ts";

const { types, components } = writeVectors();

const EVERYTHING: GalleyOptions = {
  schema: DEMO_SCHEMA,
  todo: true,
  users: { sessions: true },
  graphql: true,
  control: true,
  metrics: true,
  rest: { actions: true },
  roles: { public: { post: ["find"], author: ["find"] }, editor: { post: ["find", "update"] } },
  tokens: [
    { name: "all", token: "all", access: "full-access" },
    { name: "read", token: "read", access: "read-only" },
    { name: "desk", token: "desk", role: "editor" },
  ],
};

const NOBODY = { roles: {}, tokens: [], control: false };

async function documentOf(options: Partial<GalleyOptions> = {}, as?: string): Promise<OpenApiDocument> {
  await using galley = await createGalley({ ...EVERYTHING, ...options } as GalleyOptions);
  return galley.openapi(as === undefined ? {} : { as });
}

function schemaIn(document: OpenApiDocument, name: string) {
  const { required, properties } = Object(document.components.schemas[name]);
  return { required, properties: properties as { readonly [name: string]: object } };
}

const operations = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, { parameters: _, ...item }]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );

describe("the OpenAPI document", () => {
  it.each(PROFILES)("is valid in the profile %s, for everything and for visitors", async (profile) => {
    const recorded = { schema: schemaOf(types, components), ...NOBODY };
    const documents = await Promise.all([
      documentOf({ profile }),
      documentOf({ profile }, "public"),
      documentOf({ profile, ...recorded }),
    ]);
    for (const document of documents) {
      const { errors, valid } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
      expect([valid, errors]).toEqual([true, undefined]);
    }
  });

  it("has every route of the API, and a HEAD for every GET", async () => {
    await using galley = await createGalley(EVERYTHING);
    const others =
      /^\/(?:graphql|_health|_metrics|__galley|_studio|api\/content-type-builder)|openapi\.(?:json|yaml)$|^\/$/;
    const routes = galley.routes().filter(({ path }) => !others.test(path));
    const expected = routes.flatMap(({ method, path }) => {
      const named = path.replaceAll(/:(\w+)/g, "{$1}");
      return method === "GET" ? [`get ${named}`, `head ${named}`] : [`${method.toLowerCase()} ${named}`];
    });
    expect(new Set(operations(await galley.openapi()))).toEqual(new Set(expected));
    expect(expected.length).toBeGreaterThan(60);
  });

  it("names each operation once", async () => {
    const { paths } = await documentOf();
    const ids = Object.values(paths).flatMap(({ parameters: _, ...item }) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("refers to nothing that it does not have, and has nothing that it does not refer to", async () => {
    const document = await documentOf();
    const referred = new Set(
      [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, at]) => at),
    );
    const { securitySchemes: _, ...parts } = document.components;
    const there = Object.entries(parts).flatMap(([kind, named]) => Object.keys(named).map((name) => `${kind}/${name}`));
    expect(referred).toEqual(new Set(there));
  });

  it("requires only the identity of an entry, and marks values that are null only in a draft", async () => {
    const document = await documentOf();
    expect(schemaIn(document, "Post")).toMatchObject({
      required: ["id", "documentId"],
      properties: { title: { type: "string" }, excerpt: { type: ["string", "null"] }, publishedAt: { type: "string" } },
    });
    expect(schemaIn(document, "PostDraft")).toMatchObject({
      required: ["id", "documentId"],
      properties: { title: { type: ["string", "null"] }, publishedAt: { type: "null" } },
    });
  });

  it("names hidden attributes only to callers that may write them", async () => {
    const hidden = { secret: { type: "password" }, note: { type: "string", private: true } } as const;
    const post = { plural: "posts", attributes: { title: { type: "string" }, ...hidden } } as const;
    const schema = schemaOf({ post });
    const tokens = EVERYTHING.tokens?.slice(0, 2) ?? [];
    const namesFor = async (as: string) => {
      const document = await documentOf({ schema, ...NOBODY, tokens }, as);
      const { attributes = {} } = document["x-galley-models"]["api::post.post"] ?? {};
      return Object.entries(attributes).map(([name, attribute]) => [name, attribute.readable ?? true]);
    };
    expect(await namesFor("token read")).toEqual([["title", true]]);
    expect(await namesFor("token all")).toEqual([
      ["title", true],
      ["secret", false],
      ["note", false],
    ]);
  });

  it("distinguishes items of a dynamic zone by __component", async () => {
    const document = await documentOf();
    expect(schemaIn(document, "Page").properties.blocks).toMatchObject({
      items: {
        discriminator: {
          propertyName: "__component",
          mapping: { "blocks.hero": "#/components/schemas/BlocksHeroItem" },
        },
      },
    });
    expect(schemaIn(document, "BlocksHeroItem")).toMatchObject({
      required: ["__component", "id"],
      properties: { __component: { const: "blocks.hero" } },
    });
  });

  it("has every type of attribute in the form in which it travels", async () => {
    const document = await documentOf({
      schema: schemaOf(types, components),
      ...NOBODY,
    });
    const { properties } = schemaIn(document, "ScalarDraft");
    expect(properties).toMatchObject({
      big: { type: ["string", "null"], pattern: "^-?\\d+$" },
      int: { type: ["integer", "null"] },
      dec: { type: ["number", "null"] },
      bool: { type: ["boolean", "null"] },
      date: { type: ["string", "null"], format: "date" },
      dt: { type: ["string", "null"], format: "date-time" },
      kind: { type: ["string", "null"], enum: ["alpha", "beta", "gamma", null] },
    });
    expect(Object.keys(properties)).not.toContain("pass");
    expect(Object.keys(properties)).not.toContain("hidden");
    expect(schemaIn(document, "ScalarInput").properties).toMatchObject({
      pass: { writeOnly: true },
      hidden: { type: ["string", "null"] },
    });
    expect(Object.keys(schemaIn(document, "ScalarInput").properties)).not.toContain("ro");
  });

  it("marks nested parameters for query serializers", async () => {
    const { components } = await documentOf();
    expect(components.parameters.PostFilters).toMatchObject({
      name: "filters",
      style: "deepObject",
      explode: true,
      "x-galley-query": "qs",
      schema: { $ref: "#/components/schemas/PostFilters" },
    });
  });

  it("describes the statuses and errors of its profile", async () => {
    const told = async (profile: "contract" | "strapi") => {
      const { paths, components } = await documentOf({ profile });
      const entry = paths["/api/posts/{documentId}"];
      return {
        read: Object.keys(entry?.get?.responses ?? {}).slice(0, 2),
        removed: Object.keys(entry?.delete?.responses ?? {})[0],
        errors: Object(components.schemas.BadRequestError).anyOf?.length ?? 1,
      };
    };
    expect(await told("contract")).toEqual({ read: ["200", "304"], removed: "200", errors: 1 });
    // Some errors of Strapi have no details.
    expect(await told("strapi")).toEqual({ read: ["200", "400"], removed: "204", errors: 2 });
  });

  it("keeps the names of types apart from those that are made of others", async () => {
    const type = (singularName: string) => ({
      info: { singularName, pluralName: `${singularName}s`, displayName: singularName },
      options: { draftAndPublish: true },
      attributes: { title: { type: "string" as const } },
    });
    const names = ["post", "post-draft", "post-filter", "count", "link"];
    const contentTypes = Object.fromEntries(names.map((name) => [`api::${name}.${name}`, type(name)]));
    const { components } = await documentOf({ schema: { contentTypes }, ...NOBODY });
    const described = Object.values(components.schemas).filter((schema) =>
      /, `api::[^`]+`\.$/.test(Object(schema).description),
    );
    const entries = described.filter((schema) => Object.hasOwn(Object(schema).properties, "documentId"));
    expect(entries).toHaveLength(names.length);
  });
});

describe("the document of one asker", () => {
  it("has the operations of visitors", async () => {
    const document = await documentOf({}, "public");
    expect(operations(document).filter((each) => each.includes("/api/posts"))).toEqual([
      "get /api/posts",
      "head /api/posts",
    ]);
    expect(operations(document).filter((each) => /tags|pages|upload\b/.test(each))).toEqual([]);
    const { properties } = schemaIn(document, "Post");
    expect(Object.keys(properties)).toContain("author");
    // Visitors may not find tags, and read no drafts.
    expect(Object.keys(properties)).not.toContain("tags");
    expect(Object.keys(document.components.schemas)).not.toContain("PostDraft");
    expect(JSON.stringify(document)).not.toMatch(/api::(?:tag|category|page|site-setting)\./);
    expect(document.components.parameters.PublishedStatus?.schema).toEqual({ type: "string", enum: ["published"] });
  });

  it("has the drafts that Strapi shows to visitors in its profile", async () => {
    const document = await documentOf({ profile: "strapi" }, "public");
    expect(Object.keys(document.components.schemas)).toContain("PostDraft");
  });

  it("says where credentials are asked for", async () => {
    const { paths } = await documentOf();
    expect(paths["/api/posts"]?.get?.security).toEqual([{}, { token: [] }, { user: [] }]);
    expect(paths["/api/posts"]?.post?.security).toEqual([{ token: [] }, { user: [] }]);
    expect(paths["/api/users/me"]?.get?.security).toEqual([{ user: [] }]);
    expect(paths["/todos"]?.get?.security).toEqual([]);
  });

  it("is refused for a caller that there is not", async () => {
    await expect(documentOf({}, "token dask")).rejects.toThrow("as: is no caller: did you mean token desk?");
  });
});

describe("GET /api/openapi.json", () => {
  const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it("answers each caller with its permissions", async () => {
    await using galley = await createGalley(EVERYTHING);
    const read = async (init = {}) => (await (await galley.fetch("/api/openapi.json", init)).json()) as OpenApiDocument;
    expect(await read()).toEqual(await galley.openapi({ as: "public" }));
    expect(await read(by("read"))).toEqual(await galley.openapi({ as: "token read" }));
    expect(operations(await read(by("desk"))).filter((each) => each.includes("/api/posts"))).toEqual([
      "get /api/posts",
      "head /api/posts",
      "put /api/posts/{documentId}",
    ]);
    expect((await galley.fetch("/api/openapi.json", by("unknown"))).status).toBe(401);
  });

  it("is the same in YAML", async () => {
    await using galley = await createGalley(EVERYTHING);
    const response = await galley.fetch("/api/openapi.yaml");
    expect(response.headers.get("content-type")).toBe("application/yaml; charset=utf-8");
    expect(parse(await response.text())).toEqual(await (await galley.fetch("/api/openapi.json")).json());
  });

  it.each(["/api/openapi.json", "/api/openapi.yaml"])("%s has an ETag, in either profile", async (path) => {
    for (const profile of PROFILES) {
      await using galley = await createGalley({ ...EVERYTHING, profile });
      const response = await galley.fetch(path);
      const tag = response.headers.get("etag") ?? "";
      expect((await galley.fetch(path, { headers: { "if-none-match": tag } })).status).toBe(304);
      const head = await galley.fetch(path, { method: "HEAD" });
      expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, tag, ""]);
    }
  });

  it("follows the permissions of visitors", async () => {
    await using galley = await createGalley(EVERYTHING);
    await galley.fetch("/api/openapi.json");
    galley.setAccess({ roles: { public: { tag: ["find"] } }, tokens: [] });
    const { paths } = (await (await galley.fetch("/api/openapi.json")).json()) as OpenApiDocument;
    const besides = /^\/api\/(?!auth|connect)/;
    expect(Object.keys(paths).filter((path) => besides.test(path))).toEqual(["/api/tags"]);
  });

  it("is for those with credentials where it is to be", async () => {
    await using galley = await createGalley({ ...EVERYTHING, openapi: "token" });
    expect((await galley.fetch("/api/openapi.json")).status).toBe(401);
    expect((await galley.fetch("/api/openapi.json", by("desk"))).status).toBe(200);
    const route = galley.routes().find(({ path }) => path === "/api/openapi.json");
    expect(route).toMatchObject({
      needs: "credentials",
      callers: ["role authenticated", "role editor", "token all", "token read", "token desk"],
    });
  });

  it("does not exist when it is off, as in production unless configured", async () => {
    const statusOf = async (options: Partial<GalleyOptions>) => {
      await using galley = await createGalley({ ...EVERYTHING, ...options } as GalleyOptions);
      return (await galley.fetch("/api/openapi.json")).status;
    };
    expect(await statusOf({ openapi: "off" })).toBe(404);
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = "production";
    try {
      expect([await statusOf({}), await statusOf({ openapi: "public" })]).toEqual([404, 200]);
    } finally {
      if (before === undefined) delete process.env.NODE_ENV;
      else process.env.NODE_ENV = before;
    }
  });

  it("is below the prefix of the API", async () => {
    await using galley = await createGalley({ ...EVERYTHING, rest: { prefix: "/cms" } });
    expect((await galley.fetch("/api/openapi.json")).status).toBe(404);
    const { paths } = (await (await galley.fetch("/cms/openapi.json", by("all"))).json()) as OpenApiDocument;
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(["/cms/posts", "/cms/upload/files", "/todos"]));
  });
});

it.each([
  [undefined, "/"],
  ["https://site.test", "https://site.test"],
  ["https://site.test/cms/", "https://site.test/cms"],
])("names its server where its address is %s", async (url, server) => {
  const { servers } = await documentOf(url === undefined ? {} : { url });
  expect(servers).toEqual([{ url: server }]);
});
