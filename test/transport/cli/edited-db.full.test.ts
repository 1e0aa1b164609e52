import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { newFolder } from "../../support/folder.ts";
import { Caller } from "../../support/requests/caller.ts";
import { withServerHere } from "../../support/servers/run-here.ts";

const BEFORE = {
  authors: [{ id: 1, name: "Ada" }],
  posts: [
    { id: 1, title: "Bread", views: 120, authorId: 1 },
    { id: 2, title: "Tea", views: 80, authorId: 1 },
    { id: 3, title: "Soup", views: 5, authorId: 1 },
  ],
  notes: [{ text: "one" }, { text: "two" }],
  profile: { name: "me" },
};

const AFTER = {
  authors: [
    { id: 1, name: "Ada" },
    { id: "b", name: "Bob" },
  ],
  posts: [
    { id: 1, title: "Rye bread", views: 120, authorId: "b" },
    { id: 3, title: "Soup", views: 5, authorId: 1 },
    { id: 4, title: "Cake", views: 1, authorId: 1 },
  ],
  notes: [{ text: "two" }, { text: "three" }],
  profile: { name: "you" },
  tags: [{ id: 1, name: "new" }],
};

const environment = { GALLEY_TOKEN: "given" };

type Use = (caller: Caller, server: { readonly out: string; readonly errors: string }) => Promise<void>;

/** Serves db.json with this content. */
function serving(folder: string, data: object | null, args: readonly string[], use: Use): Promise<void> {
  return withServerHere(["db.json", "--port", "0", ...args], { folder, environment }, async (server, url) => {
    if (data !== null) await edit(folder, data);
    await use(new Caller(url, "given"), server);
  });
}

async function edit(folder: string, data: object): Promise<void> {
  await writeFile(join(folder, "db.json"), JSON.stringify(data));
}

async function documentIdOf(caller: Caller, title: string): Promise<string> {
  const { entries } = await caller.get(`/api/posts?filters[title]=${title}`);
  return String(entries[0]?.documentId);
}

async function expectAfter(caller: Caller): Promise<void> {
  const posts = await caller.get("/api/posts?sort=legacyId&populate=author&filters[legacyId][$notNull]=true");
  expect(posts.entries).toMatchObject([
    { legacyId: 1, title: "Rye bread", author: { name: "Bob" } },
    { legacyId: 3, title: "Soup", author: { name: "Ada" } },
    { legacyId: 4, title: "Cake", author: { name: "Ada" } },
  ]);
  expect((await caller.get("/api/notes?sort=text")).all("text")).toEqual(["three", "two"]);
  expect((await caller.get("/api/profile")).body).toMatchObject({ data: { name: "you" } });
  expect((await caller.get("/api/tags")).all("name")).toEqual(["new"]);
}

describe.each([["db.json"], ["kept"]])("an edited db.json, stored in %s", (place) => {
  const args = place === "db.json" ? [] : ["--data", place];

  test("is served as it is at the next start, with the ids that were given", async () => {
    const folder = await newFolder();
    await edit(folder, BEFORE);
    let ids: string[] = [];
    await serving(folder, null, args, async (caller, { out }) => {
      expect(out).toContain("db.json is read at each start");
      ids = [await documentIdOf(caller, "Bread"), await documentIdOf(caller, "Soup")];
      expect((await caller.post("/api/posts", { data: { title: "Mine" } })).status).toBe(201);
    });
    await edit(folder, AFTER);
    for (const time of ["first", "second"]) {
      await serving(folder, null, args, async (caller, server) => {
        await expectAfter(caller);
        expect([await documentIdOf(caller, "Rye bread"), await documentIdOf(caller, "Soup")]).toEqual(ids);
        expect((await caller.get("/api/posts?filters[title]=Mine")).entries).toHaveLength(1);
        expect(server.out.includes("The edits of db.json were taken")).toBe(time === "first");
      });
    }
  });
});

test("entries that were written over HTTP since stay, and each edit that is not taken is told", async () => {
  const folder = await newFolder();
  await edit(folder, BEFORE);
  await serving(folder, null, [], async (caller) => {
    const put = async (title: string, data: object) =>
      caller.put(`/api/posts/${await documentIdOf(caller, title)}`, { data });
    expect((await put("Bread", { views: 121 })).status).toBe(200);
    expect((await put("Soup", { views: 6 })).status).toBe(200);
    await caller.delete(`/api/posts/${await documentIdOf(caller, "Tea")}`);
  });
  // 1 was written and is edited, 2 was deleted and is edited, 3 was written and is not edited.
  await edit(folder, {
    ...BEFORE,
    posts: BEFORE.posts.map((post) => (post.id < 3 ? { ...post, title: "Edited" } : post)),
  });
  await serving(folder, null, [], async (caller, { out, errors }) => {
    const posts = await caller.get("/api/posts?sort=legacyId");
    expect(posts.entries).toMatchObject([
      { title: "Bread", views: 121 },
      { title: "Soup", views: 6 },
    ]);
    expect(out + errors).toMatch(/Edits of db\.json were not taken.*post 1.*post 2/s);
    expect(out + errors).not.toContain("post 3");
  });
  await serving(folder, null, [], async (_, { out, errors }) => expect(out + errors).not.toContain("were not taken"));
});

test("what was taken is told as no conflict, if the process ended before it was noted", async () => {
  const folder = await newFolder();
  await edit(folder, BEFORE);
  await serving(folder, null, [], async () => {});
  const noted = await readFile(join(folder, "galley-data/db.loaded.json"));
  await edit(folder, AFTER);
  await serving(folder, null, [], expectAfter);
  await writeFile(join(folder, "galley-data/db.loaded.json"), noted);
  await serving(folder, null, [], async (caller, { out, errors }) => {
    await expectAfter(caller);
    expect(out + errors).not.toContain("were not taken");
  });
  await rm(join(folder, "galley-data/db.loaded.json"));
  await serving(folder, null, [], expectAfter);
});

test("values may change their types", async () => {
  const folder = await newFolder();
  await edit(folder, BEFORE);
  await serving(folder, null, [], async (caller) => {
    await caller.put(`/api/posts/${await documentIdOf(caller, "Soup")}`, { data: { title: "Broth" } });
  });
  const posts = BEFORE.posts.map((post) => ({ ...post, views: `${post.views} times`, authorId: "nobody" }));
  await edit(folder, { ...BEFORE, posts });
  await serving(folder, null, [], async (caller) => {
    const found = await caller.get("/api/posts?sort=legacyId");
    expect(found.entries).toMatchObject([
      { title: "Bread", views: "120 times", authorId: "nobody" },
      { title: "Tea", views: "80 times" },
      { title: "Broth", views: "5 times" },
    ]);
  });
});

describe.each([[[]], [["--data", "memory"]]])("an edited db.json with --watch %s", (args) => {
  test("is served at each edit; broken JSON is told, and the content before stays", async () => {
    const folder = await newFolder();
    await edit(folder, BEFORE);
    await serving(folder, null, ["--watch", ...args], async (caller, server) => {
      const id = await documentIdOf(caller, "Bread");
      await edit(folder, { ...BEFORE, profile: { name: "else" } });
      await eventually(async () =>
        expect((await caller.get("/api/profile")).body).toMatchObject({ data: { name: "else" } }),
      );
      await writeFile(join(folder, "db.json"), '{ "posts": [');
      await eventually(() => expect(server.out + server.errors).toContain("unexpected end at line 1"));
      expect((await caller.get("/api/posts?sort=legacyId")).all("title")).toEqual(["Bread", "Tea", "Soup"]);
      await edit(folder, AFTER);
      await eventually(() => expectAfter(caller));
      expect(await documentIdOf(caller, "Rye bread")).toBe(id);
      await edit(folder, { ...AFTER, posts: AFTER.posts.map((post) => ({ ...post, views: "many" })) });
      await eventually(async () => {
        expect((await caller.get("/api/posts")).all("views")).toEqual(["many", "many", "many"]);
      });
      expect((await caller.post("/api/posts", { data: { title: "Still", views: "taken" } })).status).toBe(201);
    });
  });
});
