import { describe, expect, it } from "vitest";
import { defineSchema } from "../../../engine/internal.ts";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { inferTypes } from "../../../transport/json-server/infer-types.ts";
import { isJsonServerData } from "../../../transport/json-server/is-json-server.ts";
import { kebabCase, singularOf } from "../../../transport/json-server/names.ts";
import { wholeOf } from "../../../transport/runtime/lazy-members.ts";
import { schemaOf } from "../../support/content/schema-of.ts";

const attributesOf = (data: Record<string, unknown>, uid: string) => inferTypes(data).contentTypes[uid]?.attributes;

const read = async (galley: Galley, path: string) => JSON.parse(await (await galley.fetch(path)).text());

describe("data of json-server", () => {
  it.each([
    [{ posts: [] }, true],
    [{ posts: [{ id: 1 }], words: ["a"] }, true],
    [{ profile: { name: "me" } }, true],
    [schemaOf({}), false],
    [{ format: 1, content: {} }, false],
    [{ words: ["a"], n: 1 }, false],
    [{}, false],
    [[], false],
  ])("is told from other JSON: %j", (value, expected) => {
    expect(isJsonServerData(value)).toBe(expected);
  });

  it("becomes attributes of the narrowest type that accepts every value unchanged", () => {
    const rows = [
      { i: 1, f: 1, b: true, s: "a", t: "a\nb", d: "2024-02-29", dt: "2024-02-29T10:00:00Z", l: [1], m: 1, n: null },
      { i: 2, f: 2 ** 40, b: false, s: "", t: "", d: "2024-01-01", dt: "2024-01-01T10:00:00+02:00", l: {}, m: "x" },
    ];
    const types = Object.entries(attributesOf({ things: rows }, "api::thing.thing") ?? {});
    expect(Object.fromEntries(types.map(([name, { type }]) => [name, type]))).toEqual({
      ...{ i: "integer", f: "float", b: "boolean", s: "string", t: "text", d: "date", dt: "datetime" },
      ...{ l: "json", m: "json", n: "json" },
    });
    expect(attributesOf({ things: [{ d: "2024-02-30" }] }, "api::thing.thing")).toEqual({ d: { type: "string" } });
  });

  it("becomes relations where every id that is named is there, and leaves the others as they are", () => {
    const data = {
      users: [{ id: "u1" }],
      posts: [
        { id: 1, userId: "u1", editor_id: 7 },
        { id: 2, userId: null },
      ],
      comments: [{ id: 1, post_id: 1, userId: "gone" }],
    };
    const { contentTypes, seed } = inferTypes(data);
    expect(contentTypes["api::post.post"]?.attributes).toMatchObject({
      user: { type: "relation", relation: "manyToOne", target: "api::user.user", inversedBy: "posts" },
      editor_id: { type: "integer" },
    });
    expect(contentTypes["api::comment.comment"]?.attributes).toMatchObject({
      post: { type: "relation", inversedBy: "comments" },
      userId: { type: "string" },
    });
    expect(wholeOf(seed["api::post.post"])).toEqual([
      { $name: "1", legacyId: 1, user: { $ref: "u1" }, editor_id: 7 },
      { $name: "2", legacyId: 2, user: null },
    ]);
  });

  it("is served whatever its names are", async () => {
    const data = {
      posts: [
        { id: 1, createdAt: "2020-01-01", "first name": "a", documentId: "x", locale: "en", strapi: 1, status: "on" },
      ],
      "Blog Posts": [{ id: 1 }, { id: 1 }],
      sheep: [{ id: 1, sheepId: 1, sheep: "yes" }],
      date: [{ id: 1 }],
      "1st": [{ a: 1 }],
      profile: { name: "me" },
      profiles: [{ id: 1 }],
      日本: [{ id: 1, 名前: "東京", "größe-x": 2 }],
      ünicode: [{ id: "ü", ответ: true }],
    };
    const { contentTypes, seed, notes } = inferTypes(data);
    const schema = { contentTypes, tolerant: true };
    defineSchema(schema);
    await using galley = await createGalley({ schema, seed: seed as never, open: true, graphql: true });
    expect((await read(galley, "/api/日本?filters[名前]=東京")).data).toMatchObject([{ 名前: "東京", größeX: 2 }]);
    const { data: others } = await read(galley, encodeURI("/api/ünicode"));
    expect(others).toMatchObject([{ legacyId: "ü", ответ: true }]);
    const { documentId } = others[0] as { documentId: string };
    expect((await read(galley, `/api/%c3%bcnicode/${documentId}`)).data).toMatchObject({ ответ: true });
    expect((await read(galley, "/api/ünicode/ü")).error.details.documentId).toBe(documentId);
    const { data: posts } = await read(galley, "/api/posts");
    expect(posts[0]).toMatchObject({
      ...{ legacyId: 1, legacyCreatedAt: "2020-01-01", firstName: "a", legacyDocumentId: "x" },
      ...{ legacyLocale: "en", legacyStrapi: 1, status: "on" },
    });
    expect((await galley.fetch("/api/profile")).status).toBe(200);
    expect((await read(galley, "/api/blog-posts")).data).toHaveLength(2);
    expect(notes.map(({ path }) => path.join("."))).toContain("Blog Posts");
  });

  it("is addressed by documentId, which the answer to a numeric id names for callers that may read it", async () => {
    const { contentTypes, seed } = inferTypes({ posts: [{ id: 7, title: "Tea" }] });
    const options = { schema: { contentTypes }, seed: seed as never };
    await using galley = await createGalley({ ...options, open: true });
    const { data } = await read(galley, "/api/posts");
    const { documentId } = data[0];
    const answer = await galley.fetch("/api/posts/7");
    expect([answer.status, await answer.json()]).toEqual([
      404,
      {
        data: null,
        error: {
          status: 404,
          name: "NotFoundError",
          message: "Not Found",
          details: { hint: `Entries are addressed by documentId, not by id: ${documentId}`, documentId },
        },
      },
    ]);
    expect((await read(galley, "/api/posts/8")).error.details).toEqual({
      hint: "Entries are addressed by documentId, not by id",
    });
    const roles = { public: { "*": ["update" as const] } };
    await using closed = await createGalley({ ...options, roles });
    const headers = { "content-type": "application/json" };
    const refused = await closed.fetch("/api/posts/7", { method: "PUT", headers, body: '{"data":{}}' });
    expect(JSON.stringify(await refused.json())).not.toContain('documentId":');
  });

  it.each([
    { ids: [7, 8], path: 7, meant: 7 },
    { ids: [7, "a"], path: 7, meant: 7 },
    { ids: ["7", "8"], path: 7, meant: "7" },
    { ids: ["7", 8], path: 7, meant: "7" },
    { ids: [7.5, 7], path: 7, meant: 7 },
    { ids: ["007", null], path: "007", meant: "007" },
  ])("is named for a numeric id in a path among ids $ids", async ({ ids, path, meant }) => {
    const { contentTypes, seed } = inferTypes({ posts: ids.map((id) => ({ id, title: "Tea" })) });
    await using galley = await createGalley({ schema: { contentTypes }, seed: seed as never, open: true });
    const { data } = await read(galley, "/api/posts");
    const { documentId } = data.find(({ legacyId }: { legacyId: unknown }) => legacyId === meant);
    expect((await read(galley, `/api/posts/${path}`)).error.details).toMatchObject({ documentId });
  });
});

it.each([
  ["posts", "post"],
  ["categories", "category"],
  ["boxes", "box"],
  ["buses", "bus"],
  ["statuses", "status"],
  ["houses", "house"],
  ["movies", "movie"],
  ["people", "person"],
  ["blog-posts", "blog-post"],
  ["status", "status"],
  ["glass", "glass"],
  ["news", "new"],
])("the singular of %s is %s", (plural, singular) => {
  expect(singularOf(plural)).toBe(singular);
});

it.each([
  ["blogPosts", "blog-posts"],
  ["Blog Posts", "blog-posts"],
  ["blog_posts", "blog-posts"],
  ["café", "café"],
  ["Cafe\u0301s und Bars", "cafés-und-bars"],
  ["名前", "名前"],
  ["1st", "type-1st"],
])("%s is %s in kebab case", (text, name) => {
  expect(kebabCase(text)).toBe(name);
});

it("reports the rows that are carried over", () => {
  const told: unknown[] = [];
  const things = Array.from({ length: 2500 }, (_, id) => ({ id, name: `row ${id}` }));
  inferTypes({ things }, { progress: (done, all) => told.push([done, all]) });
  expect(told).toEqual([
    [1000, 2500],
    [2000, 2500],
  ]);
});
