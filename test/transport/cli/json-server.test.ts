import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../support/folder.ts";
import { Caller } from "../../support/requests/caller.ts";
import { runHere, withServerHere } from "../../support/servers/run-here.ts";

const DATA = {
  authors: [{ id: 1, name: "Ada" }],
  posts: [
    { id: 1, title: "Bread", views: 120, authorId: 1 },
    { id: 2, title: "Tea", views: 80, authorId: 1 },
  ],
  words: ["a"],
};

test("galley db.json serves the data of json-server, and leaves its file alone", async () => {
  const folder = await newFolder();
  const text = JSON.stringify(DATA);
  await writeFile(join(folder, "db.json"), text);
  await withServerHere(["db.json", "--port", "0", "--log-level", "warn"], { folder }, async ({ out }, url) => {
    expect(out).toContain("words: is left out");
    const visitor = new Caller(url);
    const posts = await visitor.get("/api/posts?filters[author][name]=Ada&sort=views&populate=author");
    expect(posts.all("title")).toEqual(["Tea", "Bread"]);
    expect(posts.entries[0]).toMatchObject({ legacyId: 2, author: { name: "Ada" } });
    const [, token = ""] = /Token +(\S+)/.exec(out) ?? [];
    expect((await visitor.post("/api/posts", { data: { title: "Soup" } })).status).toBe(401);
    expect((await new Caller(url, token).post("/api/posts", { data: { title: "Soup" } })).status).toBe(201);
    expect((await visitor.get("/api/posts")).all("title")).toContain("Soup");
  });
  expect(await readFile(join(folder, "db.json"), "utf8")).toBe(text);
});

test.each([
  ["db.js", "module.exports = () => DATA"],
  ["db.cjs", "module.exports = async () => DATA"],
  ["db.mjs", "export default () => DATA"],
  ["db.ts", "export default async (): Promise<object> => DATA"],
  ["db.mjs", "export default DATA"],
])("galley %s serves what the module gives: %s", async (file, source) => {
  const folder = await newFolder();
  const data = JSON.stringify({ ...DATA, times: [{ id: "a", at: 0 }] }).replace(":0}", ":new Date(0)}");
  await writeFile(join(folder, file), source.replace("DATA", `(${data})`));
  await withServerHere([file, "--port", "0"], { folder }, async (_, url) => {
    const visitor = new Caller(url);
    expect((await visitor.get("/api/posts?filters[author][name]=Ada&sort=title")).all("title")).toEqual([
      "Bread",
      "Tea",
    ]);
    const { entries } = await visitor.get("/api/times?filters[at]=1970-01-01");
    expect(entries).toMatchObject([{ legacyId: "a", at: "1970-01-01T00:00:00.000Z" }]);
    const hint = await visitor.get("/api/times/a");
    expect([hint.status, hint.body]).toMatchObject([
      404,
      { error: { details: { documentId: entries[0]?.documentId } } },
    ]);
    expect((await visitor.get("/api/times/b")).body).toMatchObject({ error: { details: {} } });
  });
});

test("galley db.mjs refuses a module that throws", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "db.mjs"), 'export default () => { throw new Error("no data today"); }');
  const { code, errors } = await runHere(["db.mjs", "--port", "0"], { folder });
  expect([code, errors]).toEqual([1, expect.stringContaining("db.mjs: cannot be read: no data today")]);
});

test("galley import makes a project of it, which lists its routes and is served", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "db.json"), JSON.stringify(DATA));
  expect(await runHere(["import", "db.json", "--out", "blog"], { folder })).toEqual({
    code: 0,
    out: "Wrote 4 files to blog. Serve them: galley blog\n",
    errors: "words is left out: it is neither a list of objects nor an object\n",
  });
  const again = await runHere(["import", "db.json", "--out", "blog"], { folder });
  expect([again.code, again.errors]).toEqual([1, expect.stringContaining("already exists: name another folder")]);
  const routes = await runHere(["routes", "blog", "--json"], { folder });
  const listed: { path: string; method: string; callers: string[] }[] = JSON.parse(routes.out);
  // Content comes first, before uploads and operations.
  expect(listed[0]?.path).toBe("/api/authors");
  expect(listed.filter(({ path }) => path === "/api/posts")).toEqual([
    {
      method: "GET",
      path: "/api/posts",
      needs: { type: "api::post.post", action: "find" },
      callers: ["public"],
      everyone: true,
    },
    {
      method: "POST",
      path: "/api/posts",
      needs: { type: "api::post.post", action: "create" },
      callers: [],
      everyone: false,
    },
  ]);
  expect((await runHere(["routes", "blog"], { folder })).out).toMatch(/^POST +\/api\/posts +no one yet$/m);
  await withServerHere(["blog", "--port", "0"], { folder }, async ({ out }, url) => {
    expect(out).toContain("contract profile");
    expect((await new Caller(url).get("/api/posts?sort=title")).all("title")).toEqual(["Bread", "Tea"]);
  });
});

test("what was written to a served db.json does not get into the project imported from it", async () => {
  const folder = await newFolder();
  await writeFile(join(folder, "db.json"), JSON.stringify(DATA));
  await withServerHere(["db.json", "--port", "0"], { folder }, async ({ out }, url) => {
    const [, token = ""] = /Token +(\S+)/.exec(out) ?? [];
    expect((await new Caller(url, token).post("/api/posts", { data: { title: "Soup" } })).status).toBe(201);
  });
  await runHere(["import", "db.json", "--out", "blog"], { folder });
  await withServerHere(["blog", "--port", "0"], { folder }, async ({ out }, url) => {
    expect(out).toContain(join(folder, "blog", "galley-data", "db.json"));
    expect((await new Caller(url).get("/api/posts?sort=title")).all("title")).toEqual(["Bread", "Tea"]);
  });
});
