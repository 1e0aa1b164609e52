import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BLOG_WITH_MEMBERS } from "../../support/content/blog-with-members.ts";
import { type OpenBlog, openBlog } from "../../support/servers/open-blog.ts";

describe("What the contract leaves open, as decided", () => {
  let blog: OpenBlog;
  const tags = new Map<string, string>();

  const create = async (path: string, data: object) => (await blog.editor.post(path, { data })).entry;
  const publish = (path: string, data: object) => create(path, { ...data, status: "published" });

  beforeAll(async () => {
    blog = await openBlog({ schema: BLOG_WITH_MEMBERS });
    for (const name of ["red", "blue", "green"]) {
      tags.set(name, (await create("/api/tags", { name, slug: name })).documentId);
    }
    const post = (title: string, names: readonly string[], data: object = {}) =>
      publish("/api/posts", { title, tags: { set: names.map((name) => tags.get(name)) }, ...data });
    const ann = await create("/api/authors", { name: "Ann" });
    await post("Alpha", ["red", "blue"], { author: { set: [ann.documentId] }, views: 1 });
    await post("beta", ["blue", "green"], { excerpt: "Épée", views: 2 });
    await post("Gamma", [], { author: { set: [ann.documentId] }, excerpt: "per_cent", views: 2 });
  });
  afterAll(() => blog.close());

  const find = (query: string) => blog.visitor.get(`/api/posts?${query}`);
  const titles = async (query: string) => (await find(query)).all("title");

  describe("a condition is never dropped without a word", () => {
    it.each([
      "filters[title][$in][a]=Alpha",
      "filters[title][$in][-1]=Alpha",
      "filters[$or][a][title]=Alpha",
      "filters[$or]=Alpha",
      "filters[$and]=Alpha",
      "pagination[pageSize]=5&pagination[pageSize]=2",
    ])("%s is refused", async (query) => {
      const refused = await find(query);
      expect(refused.status).toBe(400);
      expect(refused.error.name).toBe("ValidationError");
    });

    it.each([
      ["an index of 100", "filters[title][$in][100]=Alpha"],
      ["more than 100 values", Array.from({ length: 101 }, () => "filters[title][$in][]=Alpha").join("&")],
    ])("%s is refused, or honoured", async (_what, query) => {
      const found = await find(query);
      if (found.status !== 400) expect(found.all("title")).toEqual(["Alpha"]);
    });

    it("two $or are both honoured", async () => {
      const query = "filters[$or][0][title]=Alpha&filters[$or][1][title]=beta&filters[author][$or][0][name]=Ann";
      expect(await titles(query)).toEqual(["Alpha"]);
    });
  });

  describe("requests that crash the real server are refused with the path of the fault", () => {
    it.each([
      "filters[views]=abc",
      "filters[views]=",
      "filters[views][$in][0]=abc",
      "filters[views][$between]=1",
      "filters[$or][0]=x",
      "filters[$not]=x",
      "filters[$eq]=1",
      "filters[title][views]=1",
      "filters[0][title]=x",
      "filters[]=abc",
      "filters[seo][documentId]=x",
      "sort=title.foo",
      "fields=constructor",
      "_q=a&_q=b",
    ])("%s", async (query) => {
      const refused = await find(query);
      expect(refused.status, refused.text).toBe(400);
      expect(refused.error).toMatchObject({ name: "ValidationError", details: { source: "query" } });
    });
  });

  describe("case and order", () => {
    it("the i forms fold Unicode case, the others go by code point", async () => {
      expect(await titles("filters[excerpt][$containsi]=ÉPÉE")).toEqual(["beta"]);
      expect(await titles("filters[excerpt][$contains]=ÉPÉE")).toEqual([]);
      expect(await titles("filters[excerpt][$eqi]=éPÉE")).toEqual(["beta"]);
      expect(await titles("sort=title")).toEqual(["Alpha", "Gamma", "beta"]);
    });

    it("nulls first ascending, last descending; ties by id ascending, whatever the direction", async () => {
      expect(await titles("sort=excerpt")).toEqual(["Alpha", "Gamma", "beta"]);
      expect(await titles("sort=excerpt:desc")).toEqual(["beta", "Gamma", "Alpha"]);
      expect(await titles("sort=views:desc")).toEqual(["beta", "Gamma", "Alpha"]);
    });
  });

  describe("?status= on a write is honoured when the body says nothing", () => {
    it.each([
      ["?status=published", {}, "published"],
      ["?status=draft", {}, "draft"],
      ["?status=draft", { status: "published" }, "published"],
      ["?status=published", { status: "draft" }, "draft"],
      ["", {}, "draft"],
    ])("POST %s with %j in data makes a %s version", async (query, data, expected) => {
      const created = await blog.editor.post(`/api/articles${query}`, { data: { title: "One", ...data } });
      expect(created.entry.publishedAt === null ? "draft" : "published").toBe(expected);
    });

    it.each([
      ["?status=published", {}, "published"],
      ["?status=draft", { status: "published" }, "published"],
      ["?status=published", { status: "draft" }, "draft"],
      ["", {}, "draft"],
    ])("PUT %s with %j beside data makes a %s version", async (query, beside, expected) => {
      const { documentId } = await create("/api/articles", { title: "One" });
      const updated = await blog.editor.put(`/api/articles/${documentId}${query}`, { data: {}, ...beside });
      expect(updated.entry.publishedAt === null ? "draft" : "published").toBe(expected);
    });
  });

  describe("populated lists can be cut", () => {
    it.each([
      ["limit", "populate[tags][limit]=1", ["red"]],
      ["start and limit", "populate[tags][start]=1&populate[tags][limit]=5", ["blue"]],
      ["page and pageSize", "populate[tags][page]=2&populate[tags][pageSize]=1", ["blue"]],
      ["pagination", "populate[tags][pagination][start]=1&populate[tags][pagination][limit]=1", ["blue"]],
    ])("by %s", async (_how, query, expected) => {
      const [post] = (await find(`filters[title]=Alpha&${query}`)).entries;
      expect(post?.tags).toMatchObject(expected.map((name) => ({ name })));
    });
  });

  describe("populate=deep", () => {
    it.each(["populate=deep", "populate=deep,3"])("%s populates everything, cycles cut", async (query) => {
      const [post] = (await find(`filters[title]=Alpha&${query}`)).entries;
      expect(post).toMatchObject({ author: { name: "Ann" }, tags: [{ name: "red" }, { name: "blue" }], seo: null });
    });

    it("populate[x]=* means all first-level relations of x", async () => {
      const [post] = (await find("filters[title]=Alpha&populate[author]=*")).entries;
      expect(post?.author).toMatchObject({ name: "Ann", posts: [{ title: "Alpha" }, { title: "Gamma" }] });
    });
  });

  it('filters[$not][tags][slug][$eq]=red means "has no red tag"', async () => {
    expect(await titles("filters[$not][tags][slug][$eq]=red")).toEqual(["beta", "Gamma"]);
    expect(await titles("filters[tags][slug][$ne]=red")).toEqual(["Alpha", "beta"]);
  });

  describe("passwords and private attributes", () => {
    beforeAll(async () => {
      await create("/api/members", { name: "Ann", password: "open sesame", note: "likes tea" });
    });
    const members = (query: string) => blog.editor.get(`/api/members?${query}`);

    it("are never readable", async () => {
      for (const query of ["", "populate=*", "fields=*"]) {
        const [member] = (await members(query)).entries;
        expect(member).toHaveProperty("name");
        expect(member).not.toHaveProperty("password");
        expect(member).not.toHaveProperty("note");
      }
    });

    it.each([
      "fields[0]=password",
      "filters[password][$null]=true",
      "filters[password][$startsWith]=$2",
      "sort=password",
    ])("a password is not to be named: %s", async (query) => {
      expect((await members(query)).status).toBe(400);
    });

    it.each(["fields[0]=note", "filters[note][$null]=true", "sort=note"])(
      "a private attribute is not to be named: %s",
      async (query) => {
        expect((await members(query)).status).toBe(400);
      },
    );

    it("_q searches only what the caller may read", async () => {
      expect((await members("_q=ann")).entries).toHaveLength(1);
      expect((await members("_q=tea")).entries).toEqual([]);
      expect((await members("_q=$2")).entries).toEqual([]);
    });

    it("every character of _q means itself", async () => {
      expect(await titles("_q=per_cent")).toEqual(["Gamma"]);
      expect(await titles("_q=per.cent")).toEqual([]);
      expect(await titles("_q=_____")).toEqual([]);
    });

    it("a password is hashed once and stays out of the document service's copies of it", async () => {
      const members = blog.galley.documents("api::member.member");
      const stored = await members.findFirst({ filters: { name: "Ann" } });
      expect(stored?.password).toMatch(/^\$2[aby]\$10\$/);
    });
  });

  it("dynamic zone items of a component outside its list are refused", async () => {
    const blocks = [{ __component: "shared.link", url: "/a" }];
    const refused = await blog.editor.post("/api/pages", { data: { title: "Home", blocks } });
    expect(refused.status).toBe(400);
    expect(refused.error.message).toContain(
      "blocks[0].__component must be one of the following values: blocks.hero, blocks.quote",
    );
  });

  describe("biginteger", () => {
    it("is exact at any size, as a string", async () => {
      expect((await create("/api/members", { number: "90071992547409931" })).number).toBe("90071992547409931");
      const found = await blog.editor.get("/api/members?filters[number]=90071992547409931");
      expect(found.all("number")).toEqual(["90071992547409931"]);
      expect((await blog.editor.get("/api/members?filters[number]=90071992547409932")).entries).toEqual([]);
    });

    it.each(["4", "90071992547409932"])("its min and max are enforced: %s", async (number) => {
      expect((await blog.editor.post("/api/members", { data: { number } })).status).toBe(400);
    });
  });

  describe("a target published later shows up at once", () => {
    it.each(["next", "parent"])("in the published source's %s", async (relation) => {
      const target = await create("/api/articles", { title: "Later" });
      const source = await publish("/api/articles", { title: "First", [relation]: { set: [target.documentId] } });
      const path = `/api/articles/${source.documentId}?populate=${relation}`;
      expect((await blog.visitor.get(path)).entry[relation]).toBeNull();
      await blog.editor.put(`/api/articles/${target.documentId}`, { data: {}, status: "published" });
      expect((await blog.visitor.get(path)).entry[relation]).toMatchObject({ title: "Later" });
    });

    it("also on the other end of a two-way relation", async () => {
      const parent = await publish("/api/articles", { title: "Parent" });
      const child = await create("/api/articles", { title: "Child", parent: { set: [parent.documentId] } });
      const path = `/api/articles/${parent.documentId}?populate=children`;
      expect((await blog.visitor.get(path)).entry.children).toEqual([]);
      await blog.editor.put(`/api/articles/${child.documentId}`, { data: {}, status: "published" });
      expect((await blog.visitor.get(path)).entry.children).toMatchObject([{ title: "Child" }]);
    });
  });
});
