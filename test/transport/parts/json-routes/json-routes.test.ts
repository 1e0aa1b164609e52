import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { FolderFileStore, JournalStorage, JsonFileStorage } from "../../../../storage/index.ts";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { newFolder } from "../../../support/folder.ts";
import { sendTo } from "../../../support/requests/json.ts";
import { withServerHere } from "../../../support/servers/run-here.ts";

const DB = {
  posts: [
    { id: 1, title: "Bread", views: 120, authorId: 1, meta: { tags: ["a", "b"], stars: 5 } },
    { id: 2, title: "Tea", views: 80, authorId: 2, meta: { tags: [], stars: 3 } },
    { id: 3, title: "Breeze", views: 9, authorId: 1 },
  ],
  authors: [
    { id: 1, name: "Ada" },
    { id: 2, name: "Bob" },
  ],
  comments: [
    { id: "a", body: "one", post_id: 1, reader: 7 },
    { id: "b", body: "two", post_id: 2, reader: null },
  ],
  profile: { name: "me", admin: true },
};

type Version = "json-server" | "json-server@0" | "json-server@1";

const open = (routes: Version = "json-server", db: object = DB) =>
  createGalley({ db: structuredClone(db) as typeof DB, routes, ids: "sequential", clock: "2026-01-01" });

const ask = (galley: Pick<Galley, "fetch">, path: string, method = "GET", body?: unknown) =>
  sendTo(galley, method, path, body, { host: "db.test" });

const idsIn = async (galley: Galley, path: string) => {
  const { body } = await ask(galley, path);
  return (body.data ?? body).map(({ id }: { id: unknown }) => id);
};

describe("the routes of json-server", () => {
  it.each<[string, readonly unknown[]]>([
    ["/posts", [1, 2, 3]],
    ["/posts?title=Tea", [2]],
    ["/posts?title=Tea&title=Bread", [1, 2]],
    ["/posts?title_ne=Tea", [1, 3]],
    ["/posts?views_gte=80", [1, 2]],
    ["/posts?views_gte=80&views_lte=100", [2]],
    ["/posts?views:gt=80", [1]],
    ["/posts?views:lt=80", [3]],
    ["/posts?views_gt=9&views_lt=120", [2]],
    ["/posts?id:in=1,3", [1, 3]],
    ["/posts?title_like=bre", [1, 3]],
    ["/posts?title_like=^bre.d$", [1]],
    ["/posts?title:contains=REA", [1]],
    ["/posts?title:startsWith=bre", [1, 3]],
    ["/posts?title:endsWith=ZE", [3]],
    ["/posts?id=01", []],
    ["/posts?views=many", []],
    ["/posts?authorId=1", [1, 3]],
    ["/posts?authorId_ne=1", [2]],
    ["/posts?author.name=Ada", [1, 3]],
    ["/posts?meta.stars=5", [1]],
    ["/posts?meta.stars_gte=3&title_ne=Tea", [1]],
    ["/posts?meta.tags.1=b", [1]],
    ["/posts?unknown=1", [1, 2, 3]],
    ["/posts?unknown_gte=1", []],
    ["/posts?q=bre", [1, 3]],
    ["/posts?q=120", [1]],
    ["/posts?_sort=views", [3, 2, 1]],
    ["/posts?_sort=views&_order=desc", [1, 2, 3]],
    ["/posts?_sort=-views", [1, 2, 3]],
    ["/posts?_sort=authorId,views&_order=desc,asc", [2, 3, 1]],
    ["/posts?_sort=meta.stars", [2, 1, 3]],
    ["/posts?_start=1&_end=2", [2]],
    ["/posts?_start=1&_limit=5", [2, 3]],
    ["/posts?_limit=2", [1, 2]],
    ["/posts?_page=2&_limit=2", [3]],
    ["/posts?_page=9&_limit=2", []],
    ["/posts?_page=2&_per_page=2", [3]],
    ["/posts?_page=9&_per_page=2", [3]],
    ['/posts?_where={"views":{"gt":9},"or":[{"title":{"eq":"Tea"}},{"meta":{"stars":{"eq":5}}}]}', [1, 2]],
    ['/posts?_where={"or":[{"title":{"eq":"Tea"}},{"views":{"lt":10}}]}', [2, 3]],
    ["/posts/1/comments", ["a"]],
    ["/authors/1/posts?_sort=views", [3, 1]],
    ["/comments?reader=7", ["a"]],
  ])("answer %s", async (path, ids) => {
    await using galley = await open();
    expect(await idsIn(galley, path)).toEqual(ids);
  });

  it("give rows as they are in the file", async () => {
    await using galley = await open();
    expect((await ask(galley, "/posts/1")).body).toEqual(DB.posts[0]);
    expect((await ask(galley, "/posts/3")).body).toEqual(DB.posts[2]);
    expect((await ask(galley, "/comments/a")).body).toEqual(DB.comments[0]);
    expect((await ask(galley, "/profile")).body).toEqual(DB.profile);
    const { body } = await ask(galley, "/db");
    expect(body).toMatchObject({ posts: DB.posts, authors: DB.authors, profile: DB.profile });
    expect((await ask(galley, "/api/posts")).body.data).toHaveLength(3);
  });

  it("keep nulls, times in their own form, and the id of an object, through writes and a search too", async () => {
    const db = {
      runs: [
        { id: 1, at: "2024-03-01T10:00:00Z", pace: null, shoes: null },
        { id: 2, at: "2024-03-02T10:00:00Z", pace: 5.5 },
      ],
      config: { id: "main", version: 3 },
    };
    await using galley = await open("json-server", db);
    expect((await ask(galley, "/runs")).body).toEqual(db.runs);
    expect((await ask(galley, "/runs?at_gte=2024-03-02&_sort=at")).body).toEqual([db.runs[1]]);
    expect(await idsIn(galley, "/runs?pace_ne=5")).toEqual([2]);
    expect((await ask(galley, "/config")).body).toEqual(db.config);
    expect((await ask(galley, "/runs/1", "PATCH", { pace: 6 })).body).toEqual({ ...db.runs[0], pace: 6 });
    expect((await ask(galley, "/runs/2", "PATCH", { pace: null })).body).toEqual({ ...db.runs[1], pace: null });
    expect((await ask(galley, "/runs/1", "PUT", { shoes: null })).body).toEqual({ id: 1, shoes: null });
    expect((await ask(galley, "/config", "PUT", { id: "other" })).body).toEqual({ id: "other" });
    expect((await ask(galley, "/config", "PUT", { version: 4 })).body).toEqual({ version: 4 });
  });

  it.each(["id[]=1&id[]=3", "id[0]=1&id[1]=3"])("take lists as clients write them: %s", async (query) => {
    await using galley = await open();
    expect(await idsIn(galley, `/posts?${query}`)).toEqual([1, 3]);
  });

  it("count on where some ids are numbers", async () => {
    await using galley = await open("json-server", { mixed: [{ id: 1 }, { id: "x" }, { id: 7 }] });
    expect((await ask(galley, "/mixed", "POST", {})).body).toEqual({ id: 8 });
  });

  it("embed and expand", async () => {
    await using galley = await open();
    const { body } = await ask(galley, "/posts?_embed=comments&_expand=author&_limit=1");
    expect(body).toEqual([{ ...DB.posts[0], comments: [DB.comments[0]], author: DB.authors[0] }]);
    expect((await ask(galley, "/authors/2?_embed=posts")).body).toEqual({ ...DB.authors[1], posts: [DB.posts[1]] });
    expect((await ask(galley, "/comments/a?_expand=post")).body.post).toEqual(DB.posts[0]);
  });

  it("say totals and links in headers", async () => {
    await using galley = await open();
    const { headers } = await ask(galley, "/posts?_page=2&_limit=1");
    expect(headers.get("x-total-count")).toBe("3");
    expect(headers.get("link")).toBe(
      [
        '<http://db.test/posts?_page=1&_limit=1>; rel="first"',
        '<http://db.test/posts?_page=1&_limit=1>; rel="prev"',
        '<http://db.test/posts?_page=3&_limit=1>; rel="next"',
        '<http://db.test/posts?_page=3&_limit=1>; rel="last"',
      ].join(", "),
    );
    expect((await ask(galley, "/posts?_end=1")).headers.get("x-total-count")).toBe("3");
    // Clients read the header of every page, of one behind the last too.
    for (const page of ["_page=1", "_page=9"]) {
      expect((await ask(galley, `/posts?${page}`)).headers.get("link")).toBe("");
    }
  });

  it("write rows of any shape, with the next id", async () => {
    await using galley = await open();
    const made = await ask(galley, "/posts", "POST", { title: 5, authorId: 2, mood: "good" });
    expect([made.status, made.body]).toEqual([201, { id: 4, title: 5, authorId: 2, mood: "good" }]);
    expect(made.headers.get("location")).toMatch(/\/posts\/4$/);
    expect(await idsIn(galley, "/posts?mood=good")).toEqual([4]);
    expect(await idsIn(galley, "/posts?title=5")).toEqual([4]);
    expect((await ask(galley, "/posts/4", "PATCH", { mood: null, title: "T" })).body).toEqual({
      id: 4,
      title: "T",
      authorId: 2,
      mood: null,
    });
    expect((await ask(galley, "/posts/4", "PUT", { id: 9, views: 1 })).body).toEqual({ id: 4, views: 1 });
    expect((await ask(galley, "/authors/1/posts", "POST", { title: "Nested" })).body).toMatchObject({
      id: 5,
      authorId: 1,
    });
    expect((await ask(galley, "/comments", "POST", { body: "x", post_id: 1 })).body).toMatchObject({ post_id: 1 });
    expect((await ask(galley, "/profile", "PATCH", { admin: false })).body).toEqual({ name: "me", admin: false });
    expect((await ask(galley, "/profile", "PUT", { name: "you" })).body).toEqual({ name: "you" });
  });

  it("delete what refers to a row with it", async () => {
    await using galley = await open();
    expect(await ask(galley, "/authors/1", "DELETE")).toMatchObject({ status: 200, body: {} });
    expect([await idsIn(galley, "/posts"), await idsIn(galley, "/comments")]).toEqual([[2], ["b"]]);
  });

  it.each<[string, string, unknown, number, unknown]>([
    ["GET", "/posts/9", undefined, 404, {}],
    ["GET", "/nothing", undefined, 404, {}],
    ["DELETE", "/posts", undefined, 404, {}],
    ["PATCH", "/posts/9", {}, 404, {}],
    ["POST", "/posts", [1], 400, { error: "Body must be a JSON object" }],
    ["POST", "/posts", { id: 1 }, 400, { error: "id 1 is taken" }],
    ["POST", "/posts", { id: "x" }, 400, { error: "id must be of the type that all ids of posts have: integer" }],
    [
      "GET",
      "/posts?title_like=(",
      undefined,
      400,
      { error: "title_like is no regular expression that can be searched for" },
    ],
    ["GET", "/posts?_where=1", undefined, 400, { error: "_where must be a JSON object" }],
  ])("refuse %s %s %j", async (method, path, body, status, answer) => {
    await using galley = await open();
    expect(await ask(galley, path, method, body)).toMatchObject({ status, body: answer });
  });

  it("as of version 1 have texts as ids, pages as objects, and keep what refers to a deleted row", async () => {
    await using galley = await open("json-server@1");
    expect(await idsIn(galley, "/posts?_per_page=1")).toEqual(["1", "2", "3"]);
    expect((await ask(galley, "/posts?_page=1&_per_page=2")).body).toMatchObject({
      first: 1,
      prev: null,
      next: 2,
      last: 2,
      pages: 2,
      items: 3,
      data: [{ id: "1" }, { id: "2" }],
    });
    expect((await ask(galley, "/posts?_page=1")).body).toMatchObject({ pages: 1, items: 3 });
    expect((await ask(galley, "/posts?_embed=author&id=2")).body).toMatchObject([
      { id: "2", authorId: "2", author: { id: "2", name: "Bob" } },
    ]);
    expect((await ask(galley, "/posts?unknown=1")).body).toEqual([]);
    expect((await ask(galley, "/posts", "POST", { id: "mine", title: "x" })).body).toEqual({ id: "4", title: "x" });
    expect(await ask(galley, "/posts/1", "DELETE")).toMatchObject({ status: 200, body: { id: "1" } });
    expect((await ask(galley, "/comments/a")).body).toMatchObject({ body: "one", post_id: null });
    expect((await ask(galley, "/authors/2?_dependent=posts", "DELETE")).status).toBe(200);
    expect(await idsIn(galley, "/posts")).toEqual(["3", "4"]);
    expect((await ask(galley, "/nothing")).body).toEqual({ error: "Not Found" });
    expect((await galley.fetch("/posts", { method: "OPTIONS" })).status).toBe(204);
  });

  it("need a token where roles say so", async () => {
    const token = { name: "t", token: "secret", access: "full-access" } as const;
    await using galley = await createGalley({ db: DB, routes: "json-server", roles: {}, tokens: [token] });
    expect((await ask(galley, "/posts")).status).toBe(200);
    expect((await ask(galley, "/posts", "POST", {})).status).toBe(401);
    const headers = { authorization: "Bearer secret", "content-type": "application/json" };
    expect((await galley.fetch("/posts", { method: "POST", headers, body: "{}" })).status).toBe(201);
  });

  it("call a function of the page, as scripts of other origins ask", async () => {
    await using galley = await open();
    const response = await galley.fetch("/posts/2?callback=app.show()%3Balert&_=1");
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(await response.text()).toBe(
      `/**/ typeof app.showalert === "function" && app.showalert(${JSON.stringify(DB.posts[1])});`,
    );
    await using later = await open("json-server@1");
    expect((await later.fetch("/posts/2?callback=f")).headers.get("content-type")).toContain("application/json");
    const cors = ["https://www.example.org"];
    await using closed = await createGalley({ db: DB, routes: "json-server@0", cors });
    expect((await closed.fetch("/posts/2?callback=f")).headers.get("content-type")).toContain("application/json");
  });

  it("take ids and references by other keys", async () => {
    const db = {
      posts: [
        { _id: 1, title: "Bread" },
        { _id: 2, title: "Tea", id: "own" },
      ],
      comments: [{ _id: 7, body: "one", postRef: 2 }],
    };
    const jsonServer = { id: "_id", foreignKeySuffix: "Ref" };
    await using galley = await createGalley({ db, routes: "json-server", jsonServer });
    expect((await ask(galley, "/db")).body).toEqual(db);
    expect((await ask(galley, "/posts/2?_embed=comments")).body).toEqual({ ...db.posts[1], comments: db.comments });
    expect((await ask(galley, "/comments?_expand=post")).body).toEqual([{ ...db.comments[0], post: db.posts[1] }]);
    expect((await ask(galley, "/posts/2/comments")).body).toEqual(db.comments);
    expect((await ask(galley, "/posts?_id_gte=2")).body).toEqual([db.posts[1]]);
    const made = await ask(galley, "/posts", "POST", { title: "Jam" });
    expect([made.body, made.headers.get("location")]).toEqual([{ _id: 3, title: "Jam" }, "http://db.test/posts/3"]);
    await ask(galley, "/posts/2", "DELETE");
    expect((await ask(galley, "/db")).body).toEqual({ posts: [db.posts[0], made.body], comments: [] });
  });

  it("take ids by a key that all objects have", async () => {
    const db = { posts: [{ constructor: 1, title: "Tea" }] };
    const asked = { db, routes: "json-server", jsonServer: { id: "constructor" } } as const;
    await using galley = await createGalley({ ...asked, jsonLimits: { reservedKeys: "keep" } });
    expect((await ask(galley, "/posts", "POST", { title: "Jam" })).body).toEqual({ constructor: 2, title: "Jam" });
    await expect(createGalley({ ...asked, jsonServer: { id: "__proto__" } })).rejects.toThrow("jsonServer.id: ");
  });

  it("show the rules of routes.json", async () => {
    const rewrites = { "/blog/*": "/$1" };
    await using galley = await createGalley({ db: DB, routes: "json-server", rewrites });
    expect((await ask(galley, "/__rules")).body).toEqual(rewrites);
    expect((await ask(galley, "/blog/posts/2")).body).toEqual(DB.posts[1]);
  });

  it("stand behind the files of a folder", async () => {
    const folder = await newFolder();
    const pages = join(folder, "pages");
    await mkdir(join(pages, "sub"), { recursive: true });
    await writeFile(join(pages, "index.html"), "<h1>Home</h1><script src=/app.js></script>");
    await writeFile(join(pages, "app.js"), "alert(1)");
    await writeFile(join(pages, "sub", "index.html"), "sub");
    await writeFile(join(folder, "secret.txt"), "secret");
    await symlink(join(folder, "secret.txt"), join(pages, "link.txt"));
    await using galley = await createGalley({ db: DB, routes: "json-server", jsonServer: { static: pages } });
    const text = async (path: string) => (await galley.fetch(path)).text();
    expect(await text("/")).toContain("Home");
    expect(await text("/sub/")).toBe("sub");
    const script = await galley.fetch("/app.js", { headers: { range: "bytes=0-4" } });
    expect([script.status, script.headers.get("content-type"), await script.text()]).toEqual([
      206,
      "text/javascript; charset=utf-8",
      "alert",
    ]);
    expect(script.headers.get("content-security-policy")).toContain("default-src *");
    for (const path of ["/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/link.txt", "/%00", "/%"])
      expect((await galley.fetch(path)).status).toBe(404);
    expect((await ask(galley, "/posts/1")).body).toEqual(DB.posts[0]);
    expect((await ask(galley, "/app.js", "POST", {})).status).toBe(404);
  });

  it("stand behind files without those that are hidden, or that Galley keeps", async () => {
    const folder = await newFolder();
    const hidden = [".env", ".git/config", "sub/.hidden", "galley.config.json"];
    for (const name of [...hidden, "sub/index.html", "data.csv", "database/a.txt"]) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), name);
    }
    const status = async (galley: Galley, path: string) => (await galley.fetch(path)).status;
    const kept = { db: DB, routes: "json-server", jsonServer: { static: folder } } as const;
    const inFolder = [
      new JournalStorage(join(folder, "journal")),
      join(folder, "journal/uploads"),
      /^journal/,
    ] as const;
    const inFile = [
      new JsonFileStorage(join(folder, "data.json")),
      join(folder, "more"),
      /^(?:more|data\.(?!csv))/,
    ] as const;
    for (const [storage, uploads, names] of [inFolder, inFile]) {
      const files = new FolderFileStore(uploads);
      await files.put("evil.html", [Buffer.from("<script>alert(1)</script>")]);
      await using galley = await createGalley({ ...kept, storage, files });
      await ask(galley, "/posts", "POST", { title: "Jam" });
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      const own = found
        .filter((each) => each.isFile())
        .map((each) => relative(folder, join(each.parentPath, each.name)))
        .filter((name) => names.test(name));
      expect(own.length).toBeGreaterThan(1);
      for (const name of [...hidden, ...own]) expect([name, await status(galley, `/${name}`)]).toEqual([name, 404]);
      expect(await status(galley, "/data.csv")).toBe(storage instanceof JsonFileStorage ? 404 : 200);
      expect(await status(galley, "/database/a.txt")).toBe(200);
      const moved = await galley.fetch("http://a.test//sub?a=1", { redirect: "manual" });
      expect([moved.status, moved.headers.get("location")]).toEqual([301, "/sub/?a=1"]);
    }
  });

  it("let only configured origins call, where there are some", async () => {
    const from = (galley: Galley, origin: string) => galley.fetch("/posts", { headers: { origin } });
    const allowed = "access-control-allow-origin";
    await using galley = await createGalley({ db: DB, routes: "json-server", cors: ["https://a.test"] });
    expect((await from(galley, "https://a.test")).headers.get(allowed)).toBe("https://a.test");
    expect((await from(galley, "https://b.test")).headers.get(allowed)).toBeNull();
    await using everyone = await open();
    expect((await from(everyone, "https://b.test")).headers.get(allowed)).toBe("https://b.test");
  });

  it("are one setting, checked", async () => {
    await expect(createGalley({ db: DB, routes: "json" as "json-server" })).rejects.toThrow(
      "routes: must be a list, or one of json-server, json-server@0, json-server@1",
    );
    await expect(createGalley({ db: 5 as unknown as object as typeof DB })).rejects.toThrow(
      "db: must be data of json-server",
    );
  });

  it("are on the command line, for everyone on this machine, and writes last", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.json"), JSON.stringify(DB));
    const args = ["db.json", "--routes", "json-server", "--port", "0"];
    await withServerHere(args, { folder }, async ({ out }, url) => {
      expect(out).toContain(`Routes   json-server: ${url}/posts, and everyone on this machine may write`);
      const fetchAt = (path: string, init?: RequestInit) => fetch(url + path, init);
      expect(
        (await ask({ fetch: fetchAt as Galley["fetch"] }, "/posts", "POST", { title: "Kept", odd: [1] })).status,
      ).toBe(201);
    });
    await withServerHere(args, { folder }, async (_, url) => {
      expect(await (await fetch(`${url}/posts/4`)).json()).toEqual({ id: 4, title: "Kept", odd: [1] });
    });
    // Without these routes, the types have no place for such members.
    await withServerHere(["db.json", "--port", "0"], { folder }, async (_, url) => {
      expect((await fetch(`${url}/api/posts`)).status).toBe(200);
    });
    expect(JSON.parse(await readFile(join(folder, "db.json"), "utf8"))).toEqual(DB);
    // Flags of json-server.
    await writeFile(join(folder, "own.json"), JSON.stringify({ posts: [{ _id: 8 }] }));
    await mkdir(join(folder, "public"));
    await writeFile(join(folder, "public", "index.html"), "Home");
    const flags = ["own.json", "-r", "json-server", "-i", "_id", "--read-only", "-p", "0"];
    await withServerHere(flags, { folder }, async (_, url) => {
      expect(await (await fetch(`${url}/posts/8`)).json()).toEqual({ _id: 8 });
      expect(await (await fetch(url)).text()).toBe("Home");
      expect((await fetch(`${url}/posts`, { method: "POST" })).status).toBe(401);
    });
  });
});
