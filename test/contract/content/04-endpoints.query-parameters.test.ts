import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenBlog, openBlog } from "../../support/servers/open-blog.ts";

describe("Endpoints › Query parameters for GET", () => {
  let blog: OpenBlog;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    blog = await openBlog();
    const create = async (name: string, path: string, data: object) => {
      const created = await blog.editor.post(path, { data });
      ids.set(name, created.entry.documentId);
      return created.entry.documentId;
    };
    const ann = await create("ann", "/api/authors", { name: "Ann", email: "ann@example.com" });
    const bob = await create("bob", "/api/authors", { name: "Bob" });
    const tech = await create("tech", "/api/categories", { name: "Tech", slug: "tech" });
    const red = await create("red", "/api/tags", { name: "Red", slug: "red" });
    const blue = await create("blue", "/api/tags", { name: "Blue", slug: "blue" });
    const post = (title: string, data: object) => create(title, "/api/posts", { title, ...data, status: "published" });
    await post("Alpha", {
      views: 3,
      excerpt: "First Words",
      featured: true,
      publishedDate: "2024-01-15",
      author: { set: [ann] },
      category: { set: [tech] },
      tags: { set: [red, blue] },
      seo: { metaTitle: "Alpha meta", links: [{ url: "/a", label: "A" }] },
    });
    await post("beta", { views: 1, author: { set: [bob] }, tags: { set: [red] } });
    await post("Gamma", { views: 2, excerpt: "", publishedDate: "2023-12-31", author: { set: [ann] } });
    await post("Delta", { views: 1, excerpt: "Last words" });
    await create("Draft", "/api/posts", { title: "Draft", views: 9 });
    await create("home", "/api/pages", {
      title: "Home",
      blocks: [
        { __component: "blocks.hero", heading: "Hi", cta: { url: "/go" } },
        { __component: "blocks.quote", body: "Words", author: { connect: [ann] } },
      ],
      status: "published",
    });
  });
  afterAll(() => blog.close());

  const titles = async (query: string) => (await blog.visitor.get(`/api/posts?${query}`)).all("title");
  const read = async (path: string) => (await blog.visitor.get(path)).entry;
  const alpha = (query: string) => read(`/api/posts/${ids.get("Alpha")}?${query}`);
  const refusal = async (query: string) => {
    const refused = await blog.visitor.get(`/api/posts?${query}`);
    expect(refused.status).toBe(400);
    return refused.error;
  };

  describe("populate", () => {
    it("populate=<relation>", async () => {
      const post = await alpha("populate=author");
      expect(post.author).toMatchObject({ documentId: ids.get("ann"), name: "Ann", email: "ann@example.com" });
      expect(post).not.toHaveProperty("tags");
    });

    it("populate[i]=<relation>", async () => {
      const post = await alpha("populate[0]=author&populate[1]=tags");
      expect(post).toMatchObject({ author: { name: "Ann" }, tags: [{ name: "Red" }, { name: "Blue" }] });
      expect(post).not.toHaveProperty("category");
    });

    it("populate=* populates all first-level relations, and no deeper ones", async () => {
      const post = await alpha("populate=*");
      expect(post).toMatchObject({
        author: { name: "Ann" },
        category: { name: "Tech" },
        tags: [{ name: "Red" }, { name: "Blue" }],
        seo: { metaTitle: "Alpha meta" },
      });
      expect(post.author).not.toHaveProperty("posts");
      expect(post.seo).not.toHaveProperty("links");
    });

    it("populate[<rel>][populate]=<nested>", async () => {
      const post = await alpha("populate[author][populate]=posts");
      const { posts } = post.author as { posts: { title: string }[] };
      expect(posts.map(({ title }) => title)).toEqual(["Alpha", "Gamma"]);
    });

    it("populate[<rel>][fields][i]=<field>", async () => {
      const { author } = await alpha("populate[author][fields][0]=name&populate[author][fields][1]=bio");
      expect(author).toEqual({ id: expect.any(Number), documentId: ids.get("ann"), name: "Ann", bio: null });
    });

    it("populate[<dynamic zone>][populate]=*", async () => {
      expect((await read(`/api/pages/${ids.get("home")}?populate[blocks][populate]=*`)).blocks).toMatchObject([
        { __component: "blocks.hero", heading: "Hi", cta: { url: "/go" } },
        { __component: "blocks.quote", body: "Words", author: { name: "Ann" } },
      ]);
    });

    it("components need populate", async () => {
      expect(await alpha("")).not.toHaveProperty("seo");
      expect((await alpha("populate=seo")).seo).toMatchObject({ metaTitle: "Alpha meta" });
      const deeper = await alpha("populate[seo][populate]=links");
      expect(deeper.seo).toMatchObject({ links: [{ url: "/a", label: "A" }] });
    });

    it("each component type of a dynamic zone needs explicit populate for levels below its fields", async () => {
      const plain = await read(`/api/pages/${ids.get("home")}?populate=blocks`);
      for (const item of plain.blocks as object[]) {
        expect(item).not.toHaveProperty("cta");
        expect(item).not.toHaveProperty("author");
      }
      const query = "populate[blocks][on][blocks.quote][populate]=author";
      expect((await read(`/api/pages/${ids.get("home")}?${query}`)).blocks).toMatchObject([
        { __component: "blocks.quote", author: { name: "Ann" } },
      ]);
    });

    it("a relation that does not exist is refused with its name", async () => {
      expect(await refusal("populate=nope")).toMatchObject({
        name: "ValidationError",
        message: "Invalid key nope",
        details: { key: "nope", source: "query", param: "populate" },
      });
    });
  });

  describe("filters", () => {
    it("filters[<field>][<operator>]=<value>", async () => {
      expect(await titles("filters[title][$eq]=Alpha")).toEqual(["Alpha"]);
    });

    it("filters[<relation>][<field>][<operator>]=<value>", async () => {
      expect(await titles("filters[author][name][$eq]=Ann")).toEqual(["Alpha", "Gamma"]);
    });

    it("a field or an operator that does not exist is refused with its name", async () => {
      expect((await refusal("filters[nope]=1")).details).toMatchObject({ key: "nope", param: "filters" });
      expect((await refusal("filters[title][$nope]=1")).message).toBe("Invalid key $nope at title");
    });
  });

  describe("sort", () => {
    it("sort=<field> is ascending", async () => {
      expect(await titles("sort=title")).toEqual(["Alpha", "Delta", "Gamma", "beta"]);
    });

    it("sort=<field>:asc and sort=<field>:desc", async () => {
      expect(await titles("sort=title:asc")).toEqual(["Alpha", "Delta", "Gamma", "beta"]);
      expect(await titles("sort=title:desc")).toEqual(["beta", "Gamma", "Delta", "Alpha"]);
    });

    it("sort[i]=<field>:<dir>: multiple entries apply in order", async () => {
      expect(await titles("sort[0]=views:asc&sort[1]=title:desc")).toEqual(["beta", "Delta", "Gamma", "Alpha"]);
    });

    it("nulls come first ascending and last descending; ties in order of id", async () => {
      expect(await titles("sort=publishedDate")).toEqual(["beta", "Delta", "Gamma", "Alpha"]);
      expect(await titles("sort=publishedDate:desc")).toEqual(["Alpha", "Gamma", "beta", "Delta"]);
    });
  });

  describe("pagination", () => {
    const pageOf = async (query: string) => {
      const found = await blog.visitor.get(`/api/posts?sort=title&${query}`);
      return [found.all("title"), found.pagination];
    };

    it("pagination[page] and pagination[pageSize]", async () => {
      expect(await pageOf("pagination[page]=2&pagination[pageSize]=3")).toEqual([
        ["beta"],
        { page: 2, pageSize: 3, pageCount: 2, total: 4 },
      ]);
    });

    it("page-based is the default style", async () => {
      const everything = [["Alpha", "Delta", "Gamma", "beta"], { page: 1, pageSize: 25, pageCount: 1, total: 4 }];
      expect(await pageOf("")).toEqual(everything);
    });

    it("pagination[start] and pagination[limit] skip start and take limit; their meta names both and the total", async () => {
      expect(await pageOf("pagination[start]=1&pagination[limit]=2")).toEqual([
        ["Delta", "Gamma"],
        { start: 1, limit: 2, total: 4 },
      ]);
    });

    it("both styles at once are refused", async () => {
      expect(await refusal("pagination[page]=1&pagination[limit]=1")).toMatchObject({ name: "PaginationError" });
    });
  });

  it("fields[i]=<field> returns only the listed fields plus id and documentId", async () => {
    expect(await alpha("fields[0]=title&fields[1]=views")).toEqual({
      id: expect.any(Number),
      documentId: ids.get("Alpha"),
      title: "Alpha",
      views: 3,
    });
  });

  describe("status", () => {
    const drafts = async (query: string) => (await blog.editor.get(`/api/posts?sort=title&${query}`)).all("title");

    it("published is the default", async () => {
      expect(await titles("sort=title")).toEqual(await titles("sort=title&status=published"));
      expect(await titles("")).not.toContain("Draft");
    });

    it("draft returns the draft of every document", async () => {
      expect(await drafts("status=draft")).toEqual(["Alpha", "Delta", "Draft", "Gamma", "beta"]);
    });

    it("draft requires authentication", async () => {
      expect((await blog.visitor.get("/api/posts?status=draft")).status).toBe(401);
      expect((await blog.reader.get("/api/posts?status=draft")).status).toBe(200);
    });

    it.each(["status=draft&status=published", "status=published&status=draft", "status[0]=published&status[1]=draft"])(
      "giving both returns drafts and published: %s",
      async (query) => {
        const found = await blog.editor.get(`/api/posts?sort=title&${query}&pagination[pageSize]=100`);
        const counts = new Map<unknown, number>();
        for (const title of found.all("title")) counts.set(title, (counts.get(title) ?? 0) + 1);
        expect(Object.fromEntries(counts)).toEqual({ Alpha: 2, Delta: 2, Draft: 1, Gamma: 2, beta: 2 });
        expect(found.pagination).toMatchObject({ total: 9 });
      },
    );

    it("giving both requires authentication", async () => {
      expect((await blog.visitor.get("/api/posts?status=draft&status=published")).status).toBe(401);
    });

    it("another value is refused", async () => {
      expect(await refusal("status=bogus")).toMatchObject({ name: "ValidationError" });
    });
  });

  describe("Filter operators", () => {
    it.each([
      ["$eq: equal", "[title][$eq]=Alpha", ["Alpha"]],
      ["$eq is case-sensitive", "[title][$eq]=alpha", []],
      ["$ne: not equal", "[title][$ne]=Alpha", ["Delta", "Gamma", "beta"]],
      ["$lt: less than", "[views][$lt]=2", ["Delta", "beta"]],
      ["$lte: less than or equal", "[views][$lte]=2", ["Delta", "Gamma", "beta"]],
      ["$gt: greater than", "[views][$gt]=2", ["Alpha"]],
      ["$gte: greater than or equal", "[views][$gte]=2", ["Alpha", "Gamma"]],
      ["$in: value in array", "[title][$in][0]=Alpha&filters[title][$in][1]=beta", ["Alpha", "beta"]],
      ["$notIn: value not in array", "[title][$notIn][0]=Alpha&filters[title][$notIn][1]=beta", ["Delta", "Gamma"]],
      ["$contains: contains, case-sensitive", "[excerpt][$contains]=words", ["Delta"]],
      ["$contains: the other case", "[excerpt][$contains]=Words", ["Alpha"]],
      ["$containsi: contains, case-insensitive", "[excerpt][$containsi]=WORDS", ["Alpha", "Delta"]],
      ["$startsWith: starts with", "[title][$startsWith]=Al", ["Alpha"]],
      ["$startsWith is case-sensitive", "[title][$startsWith]=al", []],
      ["$endsWith: ends with", "[title][$endsWith]=eta", ["beta"]],
      ["$null: is null (true)", "[excerpt][$null]=true", ["beta"]],
      ["$notNull: is not null (true)", "[excerpt][$notNull]=true", ["Alpha", "Delta", "Gamma"]],
    ])("%s", async (_meaning, filter, expected) => {
      expect(await titles(`sort=title&filters${filter}`)).toEqual(expected);
    });

    it.each([
      ["dates", "[publishedDate][$gte]=2024-01-01", ["Alpha"]],
      ["booleans", "[featured][$eq]=true", ["Alpha"]],
      ["documentIds", "[author][documentId][$eq]=@bob", ["beta"]],
    ])("they work on %s", async (_type, filter, expected) => {
      expect(await titles(`filters${filter.replace("@bob", ids.get("bob") ?? "")}`)).toEqual(expected);
    });
  });

  describe("Filter logic", () => {
    it("1. Several filters[...] parameters combine with AND", async () => {
      expect(await titles("filters[views][$lt]=3&filters[author][name]=Ann")).toEqual(["Gamma"]);
      expect(await titles("filters[views][$gte]=1&filters[views][$lt]=3&sort=title")).toEqual([
        "Delta",
        "Gamma",
        "beta",
      ]);
    });

    it("2. filters[$or][i][<field>][<op>]=<value> combines the listed conditions with OR", async () => {
      const query = "filters[$or][0][title][$eq]=Alpha&filters[$or][1][views][$eq]=2&sort=title";
      expect(await titles(query)).toEqual(["Alpha", "Gamma"]);
    });

    it("3. filters[<field>][$not][<op>]=<value> negates a condition", async () => {
      expect(await titles("filters[title][$not][$contains]=eta&sort=title")).toEqual(["Alpha", "Delta", "Gamma"]);
      expect(await titles("filters[views][$not][$gt]=1&sort=title")).toEqual(["Delta", "beta"]);
    });

    it("4. Filters can traverse relations", async () => {
      expect(await titles("filters[tags][slug][$eq]=red&sort=title")).toEqual(["Alpha", "beta"]);
      expect(await titles("filters[author][posts][title][$eq]=Gamma&sort=title")).toEqual(["Alpha", "Gamma"]);
      expect(await titles("filters[category][slug][$eq]=tech")).toEqual(["Alpha"]);
    });
  });

  it("Pagination metadata is {page, pageSize, pageCount, total}, all integers", async () => {
    const { pagination } = await blog.visitor.get("/api/posts?pagination[pageSize]=3");
    expect(pagination).toEqual({ page: 1, pageSize: 3, pageCount: 2, total: 4 });
    for (const value of Object.values(pagination as object)) expect(Number.isInteger(value)).toBe(true);
  });

  it("Without any pagination parameter the response is page 1 of size 25", async () => {
    expect((await blog.visitor.get("/api/posts")).pagination).toEqual({
      page: 1,
      pageSize: 25,
      pageCount: 1,
      total: 4,
    });
  });
});
