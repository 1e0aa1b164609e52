import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import type { Json } from "../../../../engine/internal.ts";
import { createGalley, defineSchema, type Entry, type Galley } from "../../../../transport/galley.ts";
import type { Blocks } from "../../../../transport/library/typed/blocks.ts";
import { BLOG } from "../../../support/content/blog.ts";

const schema = defineSchema(BLOG);

interface Identity {
  id: number;
  documentId: string;
}

type Dates = { createdAt: string; updatedAt: string; publishedAt: string | null; locale: null };

/** The compiler's word and the engine's are held against each other: every type is of a value that is looked at. */
describe("an answer of typed documents", () => {
  let galley: Galley<typeof schema>;
  let documentId: string;
  let authorId: string;

  beforeAll(async () => {
    galley = await createGalley({ schema, clock: () => 0 });
    const author = await galley.documents("api::author.author").create({ data: { name: "Ada" } });
    authorId = author.documentId;
    const post = await galley.documents("api::post.post").create({
      data: {
        title: "Bread",
        views: 3,
        author: author.documentId,
        seo: { metaTitle: "Meta", links: [{ url: "/a" }] },
      },
      status: "published",
    });
    documentId = post.documentId;
    await galley.documents("api::page.page").create({
      data: {
        title: "Home",
        blocks: [
          { __component: "blocks.hero", heading: "Hello", cta: { url: "/b" } },
          { __component: "blocks.quote", body: "Said", author: { connect: [author.documentId] } },
        ],
      },
    });
  });
  afterAll(() => galley.close());

  it("has every scalar and date by default, and nothing that would have to be populated", async () => {
    const post = await galley.documents("api::post.post").findOne({ documentId });
    expectTypeOf(post).toEqualTypeOf<
      | (Identity & {
          title: string | null;
          slug: string | null;
          content: Blocks | null;
          excerpt: string | null;
          publishedDate: string | null;
          featured: boolean | null;
          views: number | null;
        } & Dates extends infer T
          ? { [K in keyof T]: T[K] }
          : never)
      | null
    >();
    const keys =
      "id documentId title slug content excerpt publishedDate featured views createdAt updatedAt publishedAt";
    expect(Object.keys(post ?? {})).toEqual([...keys.split(" "), "locale"]);
    // @ts-expect-error It was not populated.
    expect(post?.author).toBeUndefined();
  });

  it("has required attributes in published versions and in types without drafts", async () => {
    const post = await galley.documents("api::post.post").findOne({ documentId, status: "published" });
    expectTypeOf<NonNullable<typeof post>["title"]>().toEqualTypeOf<string>();
    expectTypeOf<NonNullable<typeof post>["publishedAt"]>().toEqualTypeOf<string>();
    expect(post?.title.length).toBe(5);
    const author = await galley.documents("api::author.author").findFirst();
    expectTypeOf<NonNullable<typeof author>["name"]>().toEqualTypeOf<string>();
    expect(author?.name.length).toBe(3);
  });

  it("is narrowed by fields", async () => {
    const posts = await galley.documents("api::post.post").findMany({ fields: ["views", "createdAt"] });
    expectTypeOf(posts).toEqualTypeOf<
      readonly { id: number; documentId: string; views: number | null; createdAt: string }[]
    >();
    expect(posts.map((post) => Object.keys(post))).toEqual([["id", "documentId", "views", "createdAt"]]);
    const bare = await galley.documents("api::post.post").findFirst({ fields: [] });
    expectTypeOf(bare).toEqualTypeOf<Identity extends infer T ? { [K in keyof T]: T[K] } | null : never>();
    expect(Object.keys(bare ?? {})).toEqual(["id", "documentId"]);
    const one = await galley.documents("api::post.post").findFirst({ fields: "title" });
    expect(one?.title).toBe("Bread");
  });

  it("has attributes populated by name, by path, or all of them", async () => {
    const posts = galley.documents("api::post.post");
    const named = await posts.findFirst({ fields: ["title"], populate: ["author", "seo.links"] });
    expectTypeOf<NonNullable<typeof named>["author"]>().toExtend<{ name: string; email: string | null } | null>();
    expectTypeOf<NonNullable<NonNullable<typeof named>["seo"]>["links"]>().toEqualTypeOf<
      { id: number; label: string | null; url: string | null; weight: number | null }[]
    >();
    expect(named?.author?.name).toBe("Ada");
    expect(named?.seo?.links[0]?.url).toBe("/a");
    const one = await posts.findFirst({ populate: "tags" });
    expect(one?.tags.length).toBe(0);
    const all = await posts.findFirst({ populate: "*" });
    expect(all?.seo?.metaTitle).toBe("Meta");
    expect(all?.category).toBeNull();
    // @ts-expect-error One level, no more.
    expect(all?.seo?.links).toBeUndefined();
  });

  it("has attributes populated with their own options", async () => {
    const post = await galley.documents("api::post.post").findFirst({
      fields: ["title"],
      populate: {
        author: { fields: ["name"], populate: { avatar: true, posts: { fields: ["slug"] } } },
        tags: { count: true },
        category: false,
      },
    });
    const avatar = post?.author?.avatar;
    expectTypeOf<NonNullable<typeof avatar>["url"]>().toEqualTypeOf<string>();
    expectTypeOf<NonNullable<typeof avatar>["formats"]>().toEqualTypeOf<Json>();
    expectTypeOf<NonNullable<NonNullable<typeof post>["author"]>["posts"]>().toEqualTypeOf<
      { id: number; documentId: string; slug: string | null }[]
    >();
    expectTypeOf<NonNullable<typeof post>["tags"]>().toEqualTypeOf<{ count: number }>();
    expect(post).toMatchObject({ author: { name: "Ada", avatar: null, posts: [{ slug: null }] }, tags: { count: 0 } });
    // @ts-expect-error It was switched off.
    expect(post?.category).toBeUndefined();
  });

  it("distinguishes the items of a dynamic zone", async () => {
    const pages = galley.documents("api::page.page");
    const page = await pages.findFirst({ populate: ["blocks"] });
    const said = page?.blocks.map((item) => (item.__component === "blocks.hero" ? item.heading : item.body));
    expect(said).toEqual(["Hello", "Said"]);
    const on = await pages.findFirst({
      populate: {
        blocks: { on: { "blocks.quote": { fields: ["body"], populate: { author: { fields: ["name"] } } } } },
      },
    });
    expectTypeOf<NonNullable<typeof on>["blocks"]>().toEqualTypeOf<
      {
        id: number;
        body: string | null;
        author: { id: number; documentId: string; name: string } | null;
        __component: "blocks.quote";
      }[]
    >();
    expect(on?.blocks[0]?.author?.name).toBe("Ada");
  });

  it("comes from every call that answers entries", async () => {
    const posts = galley.documents("api::post.post");
    const cloned = await posts.clone({ documentId, data: { title: "Copy" }, fields: ["title"], populate: ["author"] });
    expect(cloned.entries[0]?.author?.name).toBe("Ada");
    const copy = { documentId: cloned.documentId ?? "", fields: ["title"] } as const;
    expect((await posts.update({ ...copy, data: { title: "New" } }))?.title).toBe("New");
    const published = await posts.publish(copy);
    expectTypeOf(published.entries).toEqualTypeOf<readonly { id: number; documentId: string; title: string }[]>();
    expect(published.entries[0]?.title).toBe("New");
    expect((await posts.discardDraft(copy)).entries[0]?.title).toBe("New");
    expect((await posts.unpublish(copy)).entries[0]?.title).toBe("New");
    expect((await posts.delete(copy)).entries[0]?.title).toBe("New");
    expect(await posts.count({ status: "published", filters: { author: { documentId: authorId } } })).toBe(1);
  });

  it("has a named type for functions that accept one", async () => {
    type Post = Entry<
      typeof schema,
      "api::post.post",
      { fields: ["title"]; populate: ["author"]; status: "published" }
    >;
    const line = (post: Post) => `${post.title} by ${post.author?.name ?? "nobody"}`;
    const post = await galley
      .documents("api::post.post")
      .findOne({ documentId, fields: ["title"], populate: ["author"], status: "published" });
    expect(post && line(post)).toBe("Bread by Ada");
  });
});
