import { describe, expect, it } from "vitest";
import { createGalley, type GalleyOptions } from "../../../../../transport/galley.ts";
import { BLOG } from "../../../../support/content/blog.ts";
import { withJson } from "../../../../support/requests/json.ts";

const SEED: GalleyOptions["seed"] = {
  author: [{ $name: "ann", name: "Ann" }],
  tag: [{ $name: "sea", name: "Sea" }],
  post: [{ title: "Tides", slug: "tides", author: { $ref: "ann" }, tags: [{ $ref: "sea" }], status: "published" }],
};

const GALLEY: GalleyOptions = {
  schema: BLOG,
  seed: SEED,
  roles: { public: { post: ["find", "findOne", "create"], author: ["find", "findOne"] } },
  tokens: [{ name: "full", token: "full", access: "full-access" }],
  rest: { populate: { post: { author: { fields: ["name"] }, tags: true } } },
};

describe("the configured populate of a content type", () => {
  const open = async (options: Partial<GalleyOptions> = {}) => {
    const galley = await createGalley({ ...GALLEY, ...options } as typeof GALLEY);
    return async (path: string, init: RequestInit = { headers: { authorization: "Bearer full" } }) =>
      (await galley.fetch(path, init)).json() as Promise<{ data: Record<string, unknown>; meta: object }>;
  };
  const shown = (entry: unknown) => Object.keys(Object(entry)).filter((name) => name === "author" || name === "tags");

  it("holds in lists and for one entry, beside all other parameters", async () => {
    const ask = await open();
    const [post] = (await ask("/api/posts")).data as unknown as Record<string, unknown>[];
    expect(post?.author).toEqual({ id: 1, documentId: expect.any(String), name: "Ann" });
    expect(post?.tags).toMatchObject([{ name: "Sea" }]);
    for (const query of ["?fields=title", "?filters[slug]=tides&sort=title", "?pagination[pageSize]=1"]) {
      const { data } = await ask(`/api/posts${query}`);
      expect(shown((data as unknown as unknown[])[0]), query).toEqual(["author", "tags"]);
    }
    expect(shown((await ask(`/api/posts/${post?.documentId}`)).data)).toEqual(["author", "tags"]);
  });

  it("gives way to what a request asks for itself", async () => {
    const ask = await open();
    const first = async (query: string) => shown(((await ask(`/api/posts?${query}`)).data as unknown as unknown[])[0]);
    expect(await first("populate=tags")).toEqual(["tags"]);
    expect(await first("populate=")).toEqual([]);
    expect(await first("populate=*")).toEqual(["author", "tags"]);
  });

  it("shows no more than the caller may read", async () => {
    const ask = await open();
    // An answer with another caller's rights is not remembered for everyone.
    expect(shown(((await ask("/api/posts")).data as unknown as unknown[])[0])).toEqual(["author", "tags"]);
    expect(shown(((await ask("/api/posts", {})).data as unknown as unknown[])[0])).toEqual(["author"]);
  });

  it("leaves answers to writes as they are", async () => {
    const ask = await open();
    const write = (method: string, path: string) =>
      ask(path, withJson(method, { data: { title: "Ebb" } }, { authorization: "Bearer full" }));
    const created = (await write("POST", "/api/posts?status=published")).data;
    expect(shown(created)).toEqual([]);
    const path = `/api/posts/${created.documentId}?status=published`;
    // The read has the same parameters as the writes around it.
    expect(shown((await write("PUT", path)).data)).toEqual([]);
    expect(shown((await ask(path)).data)).toEqual(["author", "tags"]);
    expect(shown((await write("PUT", path)).data)).toEqual([]);
    expect(shown((await write("PUT", `${path}&populate=tags`)).data)).toEqual(["tags"]);
  });

  it("is checked at the start, by type and by name", async () => {
    const populate = { pots: true, post: { autor: true }, author: "*", "api::tag.tag": ["posts"] };
    await expect(open({ rest: { populate } })).rejects.toThrow(
      'rest.populate.pots: there is no content type "pots": did you mean post?\n  rest.populate.post.autor: Invalid key autor',
    );
  });

  it("names the place of each fault", async () => {
    const placesIn = async (post: unknown, options: Partial<GalleyOptions> = {}) => {
      const error = await open({ ...options, rest: { populate: { post } } }).catch((reason: Error) => reason);
      const lines = error instanceof Error ? error.message.split("\n").slice(1) : [];
      return lines.map((line) =>
        line
          .trim()
          .replace(/^rest\.populate\.post\.?/, "")
          .replace(/: .*/, ""),
      );
    };
    const behindAuthor = { fields: ["name", "nam"], populate: { posts: { sort: "titel" }, pots: true } };
    expect(await placesIn({ tags: true, author: behindAuthor, tag: true })).toEqual([
      "author.fields.1",
      "author.populate.posts.sort",
      "author.populate.pots",
      "tag",
    ]);
    expect(await placesIn(["tags", "author.pots"])).toEqual(["1"]);
    expect(await placesIn({ author: { populate: true } })).toEqual(["author.populate"]);
    expect(
      await placesIn({ author: { populate: { posts: { filters: { $or: [{ title: "a" }, { titel: "b" }] } } } } }),
    ).toEqual(["author.populate.posts.filters.$or.1.titel"]);
    expect(await placesIn(3)).toEqual([""]);
  });

  it("is refused as a whole for a dynamic zone without `on`", async () => {
    const openWith = (blocks: object) => open({ rest: { populate: { page: { blocks } } } });
    await expect(openWith({ on: { "blocks.quote": { populate: "*" } } })).resolves.toBeDefined();
    await expect(openWith({ populate: { author: true } })).rejects.toThrow(
      "rest.populate.page.blocks.populate: Invalid key populate at blocks",
    );
  });
});
