import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { newFolder } from "../../support/folder.ts";
import { withJson } from "../../support/requests/json.ts";
import { withServerHere } from "../../support/servers/run-here.ts";

const post = {
  kind: "collectionType",
  info: { singularName: "post", pluralName: "posts", displayName: "Post" },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: "string" },
    next: { type: "relation", relation: "oneToOne", target: "api::post.post" },
  },
};

async function projectOf(range: string, plugins = "{}"): Promise<string> {
  const folder = await newFolder();
  const types = join(folder, "src/api/post/content-types/post");
  await mkdir(types, { recursive: true });
  await mkdir(join(folder, "config"));
  await writeFile(join(types, "schema.json"), JSON.stringify(post));
  await writeFile(join(folder, "config/plugins.js"), `module.exports = ${plugins};`);
  const dependencies = { "@strapi/strapi": range, "@strapi/plugin-graphql": range };
  await writeFile(join(folder, "package.json"), JSON.stringify({ dependencies }));
  return folder;
}

const seed = {
  post: [
    { $name: "a", title: "A", next: { $ref: "b" } },
    { $name: "b", title: "B" },
  ],
};

describe("a project of Strapi 4", () => {
  it("is answered in the form of Strapi 4, unless a request or the configuration says otherwise", async () => {
    const project = await projectOf("4.25.1");
    await using galley = await createGalley({ project, seed: seed as never, open: true });
    // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
    const ask = async (path: string, headers = {}): Promise<any> => (await galley.fetch(path, { headers })).json();
    const { data, meta } = await ask("/api/posts?populate=next&sort=title");
    const id = expect.any(Number);
    expect(data[0]).toMatchObject({
      id,
      attributes: { title: "A", next: { data: { id, attributes: { title: "B" } } } },
    });
    expect([data[1].attributes.next, meta.pagination.total]).toEqual([{ data: null }, 2]);
    expect((await ask(`/api/posts/${data[0].id}`)).data).toMatchObject({
      id: data[0].id,
      attributes: { title: "A" },
    });
    expect((await ask("/api/posts/999")).error.status).toBe(404);
    const asOf5 = { "strapi-response-format": "v5" };
    expect((await ask("/api/posts?sort=title", asOf5)).data[0]).toMatchObject({ title: "A" });
    await using other = await createGalley({ project, seed: seed as never, open: true, rest: { format: "v5" } });
    expect(await (await other.fetch("/api/posts?sort=title")).json()).toMatchObject({ data: [{ title: "A" }, {}] });
  });

  it("takes numeric ids in writes", async () => {
    const project = await projectOf("^4.1.0");
    const tokens = [{ name: "t", token: "secret", access: "full-access" }] as const;
    await using galley = await createGalley({ project, seed: seed as never, tokens });
    // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
    const send = async (method: string, path: string, data?: object): Promise<any> => {
      const response = await galley.fetch(path, withJson(method, data && { data }, { authorization: "Bearer secret" }));
      return response.status === 204 ? 204 : response.json();
    };
    const made = await send("POST", "/api/posts", { title: "C" });
    const changed = await send("PUT", `/api/posts/${made.data.id}`, { title: "D", next: made.data.id });
    expect(changed.data).toMatchObject({ documentId: made.data.documentId, attributes: { title: "D" } });
    const deleted = await send("DELETE", `/api/posts/${changed.data.id}`);
    expect(deleted === 204 || deleted.data.attributes.title === "D").toBe(true);
    expect((await send("GET", "/api/posts?filters[title]=D")).data).toEqual([]);
  });

  it("takes the id of an entry in another locale for that locale", async () => {
    const localized = { pluginOptions: { i18n: { localized: true } } } as const;
    const info = { singularName: "page", pluralName: "pages", displayName: "Page" };
    const page = { ...localized, info, attributes: { title: { type: "string", ...localized } } } as const;
    await using galley = await createGalley({
      schema: { contentTypes: { "api::page.page": page } },
      locales: ["en", "sk"],
      rest: { format: "v4" },
      tokens: [{ name: "t", token: "secret", access: "full-access" }],
    });
    const { documentId } = await galley.make("page", { title: "one" });
    await galley.documents("api::page.page").update({ documentId, locale: "sk", data: { title: "jeden" } });
    // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
    const send = async (path: string, title?: string): Promise<any> => {
      const headers = { authorization: "Bearer secret", "content-type": "application/json" };
      const body = title === undefined ? {} : { method: "PUT", body: JSON.stringify({ data: { title } }) };
      return (await galley.fetch(path, { headers, ...body })).json();
    };
    const [{ id }] = (await send("/api/pages?locale=sk")).data;
    expect((await send(`/api/pages/${id}`)).data).toMatchObject({ id, attributes: { title: "jeden" } });
    expect((await send(`/api/pages/${id}?fields[0]=title`)).data.attributes).toMatchObject({ title: "jeden" });
    expect((await send(`/api/pages/${id}`, "dva")).data.attributes).toMatchObject({ title: "dva", locale: "sk" });
    expect((await send("/api/pages")).data[0].attributes).toMatchObject({ title: "one" });
  });

  it("is told in the banner, and has the GraphQL of Strapi 4", async () => {
    const folder = await projectOf("4.25.1", "{ graphql: { enabled: true } }");
    const args = [".", "--open", "--fake", "2", "--data", "memory", "--port", "0"];
    await withServerHere(args, { folder }, async ({ out, errors }, url) => {
      expect(out + errors).toContain("is of Strapi 4.25.1");
      expect(out).toContain("as of Strapi 4: data.attributes, numeric ids");
      const query = "{ posts { data { id attributes { title } } meta { pagination { total } } } }";
      const response = await fetch(`${url}/graphql`, withJson("POST", { query }));
      expect(await response.json()).toMatchObject({
        data: { posts: { meta: { pagination: { total: 2 } } } },
      });
    });
  });

  it("of version 5 is answered as before", async () => {
    const project = await projectOf("5.54.0");
    await using galley = await createGalley({ project, seed: seed as never, open: true });
    expect(await (await galley.fetch("/api/posts?sort=title")).json()).toMatchObject({ data: [{ title: "A" }, {}] });
  });
});
