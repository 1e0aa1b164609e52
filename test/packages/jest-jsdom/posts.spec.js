import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { createGalley } from "galley";
import { FolderFileStore, JournalStorage, JsonFileStorage, StorageError } from "galley/storage";

const options = {
  schema: {
    contentTypes: {
      "api::post.post": {
        info: { singularName: "post", pluralName: "posts", displayName: "Post" },
        attributes: { title: { type: "string", required: true }, picture: { type: "media" } },
      },
    },
  },
  users: true,
  roles: { public: { "*": ["find"], post: ["find", "create"], "plugin::upload.file": ["create"] } },
  tokens: [{ name: "tests", token: "secret", access: "full-access" }],
  cors: "*",
  control: true,
};

let galley;
let url;
beforeAll(async () => {
  galley = await createGalley({ ...options, seed: { post: [{ title: "Bread" }] } });
  ({ url } = await galley.listen({ port: 0 }));
});
afterAll(() => galley.close());

/** A page's request, as jsdom has no fetch. */
async function ask(method, path, body, headers = {}) {
  const request = new XMLHttpRequest();
  request.open(method, url + path);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  const loaded = new Promise((resolve, reject) => Object.assign(request, { onload: resolve, onerror: reject }));
  request.send(body);
  await loaded;
  return { status: request.status, body: JSON.parse(request.responseText || "null") };
}

const JSON_BODY = { "content-type": "application/json" };

describe("over a socket", () => {
  test("answers a page's XMLHttpRequest", async () => {
    const { body } = await ask("GET", "/api/posts");
    document.body.textContent = body.data[0].title;
    expect(document.body.textContent).toBe("Bread");
  });

  test("takes JSON and files", async () => {
    const created = await ask("POST", "/api/posts", JSON.stringify({ data: { title: "Tea" } }), JSON_BODY);
    expect(created.status).toBe(201);
    const form = new FormData();
    form.append("files", new File(["some bytes"], "note.txt", { type: "text/plain" }));
    const { status, body } = await ask("POST", "/api/upload", form, { authorization: "Bearer secret" });
    expect([status, body[0].name]).toEqual([201, "note.txt"]);
  });

  test("signs users up and in", async () => {
    const user = { username: "ada", email: "ada@example.com", password: "a long password" };
    expect(await ask("POST", "/api/auth/local/register", JSON.stringify(user), JSON_BODY)).toMatchObject({
      status: 200,
    });
    const signIn = JSON.stringify({ identifier: "ada", password: user.password });
    expect((await ask("POST", "/api/auth/local", signIn, JSON_BODY)).body.jwt).toMatch(/^ey/);
  });

  test("answers while the timers of the page are fake", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] });
    try {
      const fork = galley.fork();
      const { url: second } = await fork.listen({ port: 0, listener: "node" });
      expect(second).not.toBe(url);
      await fork.close();
    } finally {
      jest.useRealTimers();
    }
  });
});

describe("in process", () => {
  test("holds documents", async () => {
    const fork = galley.fork();
    await fork.documents("api::post.post").create({ data: { title: "Soup" } });
    expect((await fork.fetch("/api/posts?filters[title]=Soup")).status).toBe(200);
  });

  test("reads a seed that Node's own URL names", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "galley-jest-")), "seed.json");
    writeFileSync(file, JSON.stringify({ post: [{ title: "Planted" }] }));
    const planted = await createGalley({ ...options, seed: pathToFileURL(file) });
    expect(await planted.documents("api::post.post").count()).toBe(1);
    await planted.close();
  });

  test("tells options that are wrong", async () => {
    await expect(createGalley({ ...options, graphql: { endpoint: 5 } })).rejects.toMatchObject({ name: "ConfigError" });
  });
});

describe("on a disk", () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-jest-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each([
    ["a journal", () => new JournalStorage(join(folder, "new/journal"))],
    ["a JSON file", () => new JsonFileStorage(join(folder, "new/db.json"))],
  ])("%s is there after a restart", async (_, storage) => {
    const files = new FolderFileStore(join(folder, "new/files"));
    for (const expected of [1, 2]) {
      const kept = await createGalley({ ...options, storage: storage(), files });
      const posts = kept.documents("api::post.post");
      await posts.create({ data: { title: "Kept" } });
      expect(await posts.count()).toBe(expected);
      await kept.close();
    }
    expect(await files.open("absent.txt")).toBeNull();
  });

  test("a journal in use is refused as such", async () => {
    const kept = await createGalley({ ...options, storage: new JournalStorage(join(folder, "locked")) });
    const again = createGalley({ ...options, storage: new JournalStorage(join(folder, "locked")) });
    await expect(again).rejects.toBeInstanceOf(StorageError);
    await kept.close();
  });
});
