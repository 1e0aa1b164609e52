import { afterEach, describe, expect, it } from "vitest";
import { type OpenBlog, openBlog } from "../../support/servers/open-blog.ts";

describe("Limits", () => {
  let blog: OpenBlog;
  afterEach(() => blog.close());

  const tags = async (count: number) => {
    for (let number = 1; number <= count; number++)
      await blog.editor.post("/api/tags", { data: { name: `Tag ${number}` } });
  };
  const sizeOf = async (query: string) => {
    const found = await blog.visitor.get(`/api/tags?${query}`);
    return [found.entries.length, (found.pagination as { pageSize: number }).pageSize];
  };

  it("the default page size is 25", async () => {
    blog = await openBlog();
    await tags(30);
    expect(await sizeOf("")).toEqual([25, 25]);
    expect((await blog.visitor.get("/api/tags")).pagination).toEqual({
      page: 1,
      pageSize: 25,
      pageCount: 2,
      total: 30,
    });
  });

  it("the default maximum pageSize is 100; above it is as the maximum", async () => {
    blog = await openBlog();
    await tags(110);
    expect(await sizeOf("pagination[pageSize]=100")).toEqual([100, 100]);
    expect(await sizeOf("pagination[pageSize]=101")).toEqual([100, 100]);
    const offset = await blog.visitor.get("/api/tags?pagination[start]=0&pagination[limit]=1000");
    expect(offset.entries).toHaveLength(100);
  });

  it("rest.defaultLimit sets the default page size", async () => {
    blog = await openBlog({ rest: { defaultLimit: 10 } });
    await tags(12);
    expect(await sizeOf("")).toEqual([10, 10]);
  });

  it("rest.maxLimit sets the maximum page size", async () => {
    blog = await openBlog({ rest: { maxLimit: 5 } });
    await tags(6);
    expect(await sizeOf("pagination[pageSize]=6")).toEqual([5, 5]);
  });

  it("a configuration may raise the maximum to 250", async () => {
    blog = await openBlog({ rest: { maxLimit: 250 } });
    await tags(260);
    expect(await sizeOf("pagination[pageSize]=250")).toEqual([250, 250]);
    expect(await sizeOf("pagination[pageSize]=251")).toEqual([250, 250]);
  });

  it("there are no rate limits: a few hundred requests in a row are all answered", async () => {
    blog = await openBlog();
    const answers = await Promise.all(Array.from({ length: 300 }, () => blog.visitor.get("/api/tags")));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
