import { type StrapiClient, strapi } from "@strapi/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { BLOG } from "../../support/content/blog.ts";
import { png } from "../../support/content/png.ts";
import { withJson } from "../../support/requests/json.ts";

const SCHEMA = {
  ...BLOG,
  contentTypes: {
    ...BLOG.contentTypes,
    "api::home.home": {
      kind: "singleType" as const,
      info: { singularName: "home", pluralName: "homes", displayName: "Home" },
      options: { draftAndPublish: false },
      attributes: { title: { type: "string" } as const },
    },
  },
};

const USER = { username: "ann", email: "ann@example.org", password: "secret word" };

/** Every public call of the client, against a server of its own. */
describe.each(["contract", "strapi"] as const)("@strapi/client in the profile %s", (profile) => {
  let galley: Galley;
  let baseURL: string;
  let client: StrapiClient;

  beforeAll(async () => {
    galley = await createGalley({
      schema: SCHEMA,
      profile,
      users: true,
      roles: { public: { post: ["find", "findOne"] } },
      tokens: [
        { name: "full", token: "full", access: "full-access" },
        { name: "read", token: "read", access: "read-only" },
      ],
      cors: "*",
    });
    const { url } = await galley.listen({ port: 0 });
    baseURL = `${url}/api/`;
    client = strapi({ baseURL, auth: "full" });
  });

  afterAll(() => galley.close());

  it("creates, finds, updates and deletes documents of a collection", async () => {
    const tags = client.collection("tags");
    const red = await tags.create({ name: "red" });
    const { documentId } = red.data;
    expect(red.data).toMatchObject({ name: "red" });
    expect((await tags.findOne(documentId)).data).toEqual(red.data);
    expect((await tags.update(documentId, { name: "dark red" }, { fields: ["name"] })).data.name).toBe("dark red");
    await tags.create({ name: "blue" });
    const found = await tags.find({
      filters: { name: { $contains: "red" }, createdAt: { $lt: new Date(Date.now() + 60_000) } },
      sort: ["name:desc"],
      fields: ["name"],
      populate: { posts: { fields: ["title"] } },
      pagination: { page: 1, pageSize: 1, withCount: true },
    });
    expect(found.data).toMatchObject([{ name: "dark red", posts: [] }]);
    expect(found.meta.pagination).toEqual({ page: 1, pageSize: 1, pageCount: 1, total: 1 });
    expect(await tags.delete(documentId)).toBeUndefined();
    await expect(tags.findOne(documentId)).rejects.toMatchObject({ name: "HTTPNotFoundError" });
  });

  it("writes drafts and published versions", async () => {
    const posts = client.collection("posts");
    const { data } = await posts.create({ title: "a draft" }, { status: "draft" });
    expect(data.publishedAt).toBeNull();
    const published = await posts.update(data.documentId, { title: "published" }, { status: "published" });
    expect(published.data).toMatchObject({ title: "published", publishedAt: expect.any(String) });
    expect((await strapi({ baseURL }).collection("posts").find()).data).toMatchObject([{ title: "published" }]);
    expect((await posts.findOne(data.documentId, { status: "draft" })).data.publishedAt).toBeNull();
  });

  it("finds, updates and deletes a single type", async () => {
    const home = client.single("home");
    await expect(home.find()).rejects.toMatchObject({ name: "HTTPNotFoundError" });
    expect((await home.update({ title: "Welcome" })).data.title).toBe("Welcome");
    expect((await home.find({ fields: ["title"] })).data).toMatchObject({ title: "Welcome" });
    expect(await home.delete()).toBeUndefined();
    await expect(home.find()).rejects.toMatchObject({ name: "HTTPNotFoundError" });
  });

  it("reaches a type under another path", async () => {
    expect(Array.isArray((await client.collection("things", { path: "/tags" }).find()).data)).toBe(true);
  });

  it("uploads, finds, updates and deletes files", async () => {
    const info = { name: "photo", alternativeText: "a dot", caption: "one" };
    const [photo] = await client.files.upload(new Blob([png(3, 2)], { type: "image/png" }), { fileInfo: info });
    expect(photo).toMatchObject({ ...info, mime: "image/png", ext: ".png", width: 3, height: 2, provider: "local" });
    const [text] = await client.files.upload(Buffer.from("hello"), { filename: "hello.txt", mimetype: "text/plain" });
    expect(text).toMatchObject({ name: "hello.txt", mime: "text/plain", ext: ".txt", size: 0.01 });

    expect(await client.files.find()).toHaveLength(2);
    const query = { filters: { mime: { $contains: "image" } }, sort: "name:asc" };
    expect(await client.files.find(query)).toMatchObject([{ name: "photo" }]);
    const id = Number(photo?.id);
    expect(await client.files.findOne(id)).toMatchObject({ id, caption: "one" });
    expect(await client.files.update(id, { caption: "two" })).toMatchObject({ id, caption: "two", name: "photo" });
    expect((await client.fetch(`..${text?.url}`)).status).toBe(200);

    expect(await client.files.delete(id)).toMatchObject({ id });
    await expect(client.files.findOne(id)).rejects.toMatchObject({ name: "FileNotFoundError" });
    const reader = strapi({ baseURL, auth: "read" });
    await expect(reader.files.delete(Number(text?.id))).rejects.toMatchObject({ name: "FileForbiddenError" });
    const link = { name: "Ann", avatar: text?.id };
    const author = await client.collection("authors").create(link, { populate: ["avatar"] });
    expect(author.data.avatar).toMatchObject({ name: "hello.txt" });
  });

  it("creates, finds, updates and deletes users by numeric id", async () => {
    const users = client.collection("users");
    const ann = await users.create({ ...USER, username: "anna", email: "anna@example.org", role: 1 });
    const { id } = ann as unknown as { id: number };
    expect(ann).toMatchObject({ username: "anna", role: { type: "authenticated" } });
    expect(await users.find({ filters: { username: "anna" } })).toMatchObject([{ id }]);
    expect(await users.findOne(String(id))).toMatchObject({ email: "anna@example.org" });
    expect(await users.update(String(id), { username: "annika" })).toMatchObject({ username: "annika" });
    expect(await users.delete(String(id))).toBeUndefined();
    expect(await users.find()).toEqual([]);
  });

  it("sends the token of a signed-in user", async () => {
    const post = (path: string, body: object) => strapi({ baseURL }).fetch(path, withJson("POST", body));
    await post("/auth/local/register", USER);
    const signedIn = await post("/auth/local", { identifier: USER.email, password: USER.password });
    const { jwt } = (await signedIn.json()) as { jwt: string };
    const me = await strapi({ baseURL, auth: jwt }).fetch("/users/me");
    expect(await me.json()).toMatchObject({ username: "ann" });
  });

  it("sends its own headers", async () => {
    const named = strapi({ baseURL, auth: "full", headers: { "X-Request-Id": "from-the-client" } });
    expect((await named.fetch("/tags")).headers.get("x-request-id")).toBe("from-the-client");
  });

  it("distinguishes refusals", async () => {
    const calls = {
      HTTPBadRequestError: () => client.collection("tags").find({ sort: "nothing" }),
      HTTPAuthorizationError: () => strapi({ baseURL, auth: "wrong" }).collection("tags").find(),
      HTTPForbiddenError: () => strapi({ baseURL, auth: "read" }).collection("tags").create({ name: "x" }),
      HTTPNotFoundError: () => client.collection("nothing").find(),
    };
    for (const [name, call] of Object.entries(calls)) {
      await expect(call()).rejects.toMatchObject({
        name,
        response: expect.any(Response),
        request: expect.any(Request),
      });
    }
  });
});
