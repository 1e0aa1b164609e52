import { describe, expect, it } from "vitest";
import { type EntryText, entryText } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { entityTag } from "../../../../transport/http/headers/entity-tag.ts";
import { ComposedText } from "../../../../transport/http/json/composed-text.ts";
import { BLOG } from "../../../support/content/blog.ts";

const fresh = (text: string): EntryText => entryText(text, true);
const tagOf = (entries: readonly EntryText[], after: string) => entityTag(new ComposedText("", entries, after));

describe("the tag of kept entries", () => {
  const [one, two] = [fresh("one"), fresh("two")];
  const tag = tagOf([one, two], "1");

  it("is the same for the same texts, whether their digests are known or not", () => {
    expect(tagOf([one, two], "1")).toBe(tag);
    expect(tagOf([fresh("one"), fresh("two")], "1")).toBe(tag);
  });

  it("differs with every text, with their order and number, and with the rest", () => {
    const others = [
      tagOf([two, one], "1"),
      tagOf([one], "1"),
      tagOf([one, one], "1"),
      tagOf([one, fresh("tw")], "1"),
      tagOf([one, two], "2"),
      tagOf([], "1"),
    ];
    expect(new Set([tag, ...others, entityTag("one")]).size).toBe(others.length + 2);
  });
});

describe("the tag of a read", () => {
  const opened = async () => {
    const galley = await createGalley({
      ...{ schema: BLOG, roles: { public: { "*": ["find", "findOne"] } } },
      ...{ ids: "sequential", clock: { start: 1_700_000_000_000 } },
    });
    for (const title of ["One", "Two", "Three"]) {
      await galley.documents("api::post.post").create({ data: { title }, status: "published" });
    }
    return galley;
  };
  const PATHS = ["", "?sort=title", "?fields=title", "?populate=*", "?pagination[pageSize]=1"].map(
    (query) => `/api/posts${query}`,
  );

  it("is the same from another server of the same content, and from the cache", async () => {
    await using one = await opened();
    await using other = await opened();
    const tags = (from: typeof one) =>
      Promise.all(PATHS.map(async (path) => (await from.fetch(path)).headers.get("etag")));
    const first = await tags(one);
    expect(new Set(first).size).toBe(PATHS.length);
    for (const again of [await tags(one), await tags(one), await tags(other), await tags(one.fork())]) {
      expect(again).toEqual(first);
    }
  });

  it("tells caches to revalidate, also when nothing has changed", async () => {
    await using galley = await opened();
    const first = await galley.fetch("/api/posts");
    expect(first.headers.get("cache-control")).toBe("no-cache");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    const again = await galley.fetch("/api/posts", { headers });
    expect([again.status, again.headers.get("cache-control")]).toEqual([304, "no-cache"]);
  });

  it("is not that of the other form, in which caches must not answer either", async () => {
    await using galley = await createGalley({
      ...{ schema: BLOG, profile: "strapi", etag: true, roles: { public: { "*": ["find", "findOne"] } } },
    });
    await galley.documents("api::post.post").create({ data: { title: "One" }, status: "published" });
    const ask = (headers: Record<string, string>) => galley.fetch("/api/posts", { headers });
    const [plain, v4] = [await ask({}), await ask({ "strapi-response-format": "v4" })];
    const tag = plain.headers.get("etag") ?? "";
    expect(v4.headers.get("etag")).not.toBe(tag);
    for (const { headers } of [plain, v4]) {
      expect(headers.get("vary")).toBe("Origin, Authorization, Strapi-Response-Format");
    }
    const again = await ask({ "strapi-response-format": "v4", "if-none-match": tag });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ data: [{ attributes: { title: "One" } }] });
    expect((await ask({ "if-none-match": tag })).status).toBe(304);
  });

  it("differs between forks whose entries have come to differ at the same commit", async () => {
    await using galley = await opened();
    const forks = [galley.fork(), galley.fork()];
    const tags: unknown[] = [];
    for (const [at, fork] of forks.entries()) {
      await fork.documents("api::post.post").create({ data: { title: `Four ${at}` }, status: "published" });
      tags.push((await fork.fetch("/api/posts")).headers.get("etag"));
    }
    expect(forks[0]?.engine.number).toBe(forks[1]?.engine.number);
    expect(tags[0]).not.toBe(tags[1]);
  });
});
