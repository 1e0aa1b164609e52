import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { fill, openSource, SOURCE_SCHEMA, write } from "../../support/twin/source.ts";

const environment = { READ: "read-token" };
const headers = { authorization: "Bearer read-token" };

/** Pulls with a read-only token and a document as `--schema`. */
async function pullBy(url: string, document: object) {
  const folder = await newFolder();
  const schema = join(folder, "openapi.json");
  await writeFile(schema, JSON.stringify(document));
  const out = join(folder, "twin");
  const args = [
    "pull",
    url,
    "--out",
    out,
    "--token-env",
    "READ",
    "--schema",
    schema,
    "--keep",
    "author,file,home",
    "--quiet",
  ];
  return { schema, folder: out, ...(await runHere(args, { environment })) };
}

async function twinOf(folder: string) {
  const tokens = [{ name: "read", token: "read-token", access: "read-only" }] as const;
  const twin = await createGalley({ project: folder, rest: { maxLimit: 20 }, tokens });
  onTestFinished(() => twin.close());
  return twin;
}

it("the OpenAPI document of a Galley says all of its content types", async () => {
  const source = await openSource();
  await fill(source, 8);
  const described = await createGalley({ schema: SOURCE_SCHEMA, profile: "strapi", openapi: "public", open: true });
  onTestFinished(() => described.close());
  const document = (await (await described.fetch("/api/openapi.json")).json()) as object;
  const { code, errors, out, schema, folder } = await pullBy(source.url, document);
  expect([code, errors]).toEqual([0, ""]);
  expect(out).toMatch(/api::post.post {2}8/);
  expect(JSON.parse(await readFile(join(folder, "pull.json"), "utf8"))).toMatchObject({ schema });
  const verify = ["verify", source.url, "--token-env", "READ", "--schema", schema, "--random", "300", "--quiet"];
  expect((await runHere(verify, { environment })).out).toMatch(/^300 reads, 300 equal, 0 differences/);
});

const entry = { id: { type: "number" }, documentId: { type: "string" } };
const stamps = {
  createdAt: { type: "string", format: "date-time" },
  publishedAt: { type: "string", format: "date-time" },
  locale: { type: "string" },
};

function answers(data: object) {
  const schema = { type: "object", properties: { data, meta: { type: "object" } } };
  return { get: { responses: { 200: { content: { "application/json": { schema } } } } } };
}

/** The form of Strapi's plugin `documentation`: links are written out, and components referred to. */
const OF_PLUGIN = {
  openapi: "3.0.0",
  paths: {
    "/posts": answers({ type: "array", items: { $ref: "#/components/schemas/Post" } }),
    "/posts/{id}": answers({ $ref: "#/components/schemas/Post" }),
    "/authors": answers({ type: "array", items: { $ref: "#/components/schemas/Author" } }),
    "/tags": answers({ type: "array", items: { $ref: "#/components/schemas/Tag" } }),
    "/home": answers({ $ref: "#/components/schemas/Home" }),
    "/secrets": answers({ type: "array", items: { $ref: "#/components/schemas/Tag" } }),
    "/upload/files": { get: { responses: { 200: {} } } },
  },
  components: {
    schemas: {
      Post: {
        type: "object",
        properties: {
          ...entry,
          ...stamps,
          title: { type: "string" },
          notes: {},
          extra: {},
          views: { type: "integer" },
          serial: { type: "string", pattern: "^\\d*$" },
          author: { type: "object", properties: { ...entry, name: { type: "string" } } },
          seo: { $ref: "#/components/schemas/SharedSeoComponent" },
          blocks: { type: "array", items: { anyOf: [{ $ref: "#/components/schemas/SharedQuoteComponent" }] } },
        },
      },
      Author: { type: "object", properties: { ...entry, name: { type: "string" }, phone: { type: "string" } } },
      Tag: {
        type: "object",
        properties: {
          ...entry,
          ...stamps,
          name: { type: "string", enum: ["a", "b"] },
          weight: { type: "number", format: "float" },
          posts: { type: "array", items: { type: "object", properties: entry } },
        },
      },
      Home: { type: "object", properties: { ...entry, ...stamps, headline: { type: "string", format: "email" } } },
      SharedSeoComponent: {
        type: "object",
        properties: { id: { oneOf: [{ type: "string" }, { type: "number" }] }, metaTitle: { type: "string" } },
      },
      SharedQuoteComponent: {
        type: "object",
        properties: { __component: { type: "string", enum: ["shared.quote"] }, body: { type: "string" } },
      },
    },
  },
};

async function attributesIn(folder: string, uid: string): Promise<object> {
  const lines = (await readFile(join(folder, "schemas", "schemas_00001.jsonl"), "utf8")).trim().split("\n");
  const found = lines.map((line) => JSON.parse(line)).find((line) => line.uid === uid);
  const attributes = Object.entries<{ readonly type: string }>(found.attributes);
  return Object.fromEntries(attributes.map(([name, { type }]) => [name, type]));
}

it("a document of Strapi's plugin names the types of scalars, and the answers the rest", async () => {
  const source = await openSource();
  await fill(source, 8);
  const { code, errors, out, folder } = await pullBy(source.url, OF_PLUGIN);
  expect([code, errors]).toEqual([0, ""]);
  expect(out).toMatch(/api::post.post {2}8/);
  expect(out).toContain("left out: api::secret.secret: has no route at the source (404)");
  expect(await attributesIn(folder, "api::post.post")).toMatchObject({
    title: "text",
    extra: "json",
    views: "integer",
    serial: "biginteger",
    author: "relation",
    blocks: "dynamiczone",
  });
  const twin = await twinOf(folder);
  for (const path of [
    "/api/posts?status=draft&locale=*&sort=id",
    "/api/posts?populate[author]=true&populate[tags]=true&populate[cover]=true&sort=views,id",
    "/api/posts?populate[blocks][on][shared.quote][populate][parts][populate]=links",
    "/api/home?populate[seo]=true",
  ]) {
    const [real, here] = await Promise.all([source.galley, twin].map((galley) => galley.fetch(path, { headers })));
    expect([path, here?.status, await here?.json()]).toEqual([path, 200, await real?.json()]);
  }
});

it("where there is no entry, a document tells the scalars", async () => {
  const source = await openSource();
  await write(source, "POST", "/posts", { title: "One" });
  const { code, errors, out, folder } = await pullBy(source.url, OF_PLUGIN);
  expect([code, errors]).toEqual([0, ""]);
  expect(out).toContain("left out: tag.posts: a link of which no entry tells where it leads");
  expect(await attributesIn(folder, "api::tag.tag")).toMatchObject({ name: "enumeration", weight: "float" });
  expect(await attributesIn(folder, "api::home.home")).toMatchObject({ headline: "email" });
});

it("a value of another kind than a document says has the type that it shows", async () => {
  const source = await openSource();
  await write(source, "POST", "/tags", { name: "neither a nor b" });
  const { folder } = await pullBy(source.url, OF_PLUGIN);
  expect(await attributesIn(folder, "api::tag.tag")).toMatchObject({ name: "text" });
});

it("`strapi openapi generate` describes attributes by words", async () => {
  const source = await openSource();
  await write(source, "POST", "/posts", { title: "One" });
  const properties = {
    ...entry,
    title: { type: "string", description: "A string field" },
    body: { type: "string", description: "A richtext field" },
    notes: { type: "array", items: {}, description: "A blocks field" },
    extra: { description: "A JSON field" },
    serial: { type: "string", description: "A biginteger field" },
    cover: { description: "A media field", $ref: "#/components/schemas/PluginUploadFileDocument" },
    blocks: { type: "array", items: {}, description: "A dynamic zone field" },
  };
  const document = {
    openapi: "3.1.0",
    "x-powered-by": "strapi",
    paths: { "/api/posts": answers({ type: "array", items: { type: "object", properties } }) },
  };
  const { code, errors, folder } = await pullBy(source.url, document);
  expect([code, errors]).toEqual([0, ""]);
  const found = await attributesIn(folder, "api::post.post");
  expect(found).toMatchObject({
    title: "string",
    body: "richtext",
    notes: "blocks",
    extra: "json",
    serial: "biginteger",
  });
  expect(found).not.toHaveProperty("cover");
});

it("a document of something else is refused", async () => {
  const source = await openSource();
  const { code, errors } = await pullBy(source.url, { openapi: "3.1.0", paths: { "/pets": {} } });
  expect(code).toBe(1);
  expect(errors).toMatch(/openapi.json is an OpenAPI document that describes no content types of Strapi 5\n$/);
});
