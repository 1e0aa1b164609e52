import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, defineSchema, type Galley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";

const schema = defineSchema(BLOG);

/** Each refused use is refused twice: by the compiler, which the expected error shows, and when it is called anyway. */
describe("typed documents", () => {
  let galley: Galley<typeof schema>;
  const posts = () => galley.documents("api::post.post");
  const authors = () => galley.documents("api::author.author");
  const pages = () => galley.documents("api::page.page");

  beforeAll(async () => {
    galley = await createGalley({ schema });
    const { documentId } = await authors().create({ data: { name: "Ada", email: "ada@lovelace.org" } });
    const data = { title: "Bread", views: 3, publishedDate: "2025-01-02", author: documentId };
    await posts().create({ data, status: "published" });
    await posts().create({ data: { title: "Tea", views: 1 } });
  });
  afterAll(() => galley.close());

  const titles = async (params: Parameters<ReturnType<typeof posts>["findMany"]>[0]) =>
    (await posts().findMany(params)).map(({ title }) => title);

  it("take the operators that fit each field", async () => {
    expect(await titles({ filters: { title: { $startsWithi: "b" }, views: { $between: [2, 4] } } })).toEqual(["Bread"]);
    expect(await titles({ filters: { publishedDate: { $lt: new Date(0) } } })).toEqual([]);
    expect(await titles({ filters: { featured: false, title: ["Tea", "Bread"], slug: null } })).toHaveLength(2);
    expect(await titles({ filters: { title: { $not: { $eq: "Tea" } }, content: { $null: true } } })).toEqual(["Bread"]);
    expect(await titles({ filters: { createdAt: { $gt: 0 }, views: { $or: [{ $lt: 0 }, { $gt: 2 }] } } })).toEqual([
      "Bread",
    ]);
  });

  it("refuse operators that do not fit, and values of other types", async () => {
    // @ts-expect-error A text operator on a boolean.
    await posts().findMany({ filters: { featured: { $contains: "x" } } });
    // @ts-expect-error A text operator on a number.
    await posts().findMany({ filters: { views: { $startsWith: "x" } } });
    // @ts-expect-error A text where a number belongs.
    await expect(posts().findMany({ filters: { views: { $gt: "many" } } })).rejects.toThrow("expected a number");
    // @ts-expect-error One bound.
    await expect(posts().findMany({ filters: { views: { $between: [1] } } })).rejects.toThrow("two values");
    // @ts-expect-error No such operator.
    await expect(posts().findMany({ filters: { title: { $like: "x" } } })).rejects.toThrow(
      "Invalid key $like at title",
    );
    // @ts-expect-error Nothing can be said of a dynamic zone.
    await expect(pages().findMany({ filters: { blocks: { $null: true } } })).rejects.toThrow("Invalid key blocks");
  });

  it("filter through relations and components, with logic at every level", async () => {
    expect(await titles({ filters: { author: { name: "Ada", posts: { title: { $ne: "Tea" } } } } })).toEqual(["Bread"]);
    expect(await titles({ filters: { author: { $null: true } } })).toEqual(["Tea"]);
    expect(await titles({ filters: { $or: [{ title: "Tea" }, { $not: { seo: { links: { url: "/" } } } }] } })).toEqual([
      "Bread",
      "Tea",
    ]);
    // @ts-expect-error No such attribute.
    await expect(posts().findMany({ filters: { titel: "x" } })).rejects.toThrow("Invalid key titel");
    // @ts-expect-error No such attribute beside one that is.
    await expect(posts().findMany({ filters: { title: "x", titel: "x" } })).rejects.toThrow("Invalid key titel");
    // @ts-expect-error No such attribute of the author.
    await expect(posts().findMany({ filters: { author: { nam: "x" } } })).rejects.toThrow("nam at author");
    // @ts-expect-error No such attribute under a condition.
    await expect(posts().findMany({ filters: { $or: [{ titel: "x" }] } })).rejects.toThrow("Invalid key titel");
  });

  it("sort by texts and by objects, also over relations", async () => {
    expect(await titles({ sort: "views" })).toEqual(["Tea", "Bread"]);
    expect(await titles({ sort: ["author.name:desc", "views:asc"] })).toEqual(["Bread", "Tea"]);
    expect(await titles({ sort: { author: { name: "asc" } } })).toEqual(["Tea", "Bread"]);
    expect(await titles({ sort: [{ author: { name: "desc" } }, { views: "asc" }] })).toEqual(["Bread", "Tea"]);
    // @ts-expect-error No such field.
    await expect(posts().findMany({ sort: "titel" })).rejects.toThrow("Invalid key titel");
    // @ts-expect-error No such direction.
    await expect(posts().findMany({ sort: "title:up" })).rejects.toThrow("Invalid order");
    // @ts-expect-error A relation has no order of its own.
    await expect(posts().findMany({ sort: { author: "asc" } })).rejects.toThrow("Invalid key");
  });

  it("page by numbers, by offsets and by Strapi's plain start and limit", async () => {
    expect(await titles({ sort: "title", pagination: { page: 2, pageSize: 1 } })).toEqual(["Tea"]);
    expect(await titles({ sort: "title", pagination: { start: 1, limit: 1 } })).toEqual(["Tea"]);
    expect(await titles({ sort: "title", start: 1, limit: 1 })).toEqual(["Tea"]);
    expect((await posts().findFirst({ sort: "title:desc" }))?.title).toBe("Tea");
    // @ts-expect-error One style at a time.
    await expect(posts().findMany({ pagination: { page: 1, start: 1 } })).rejects.toThrow("both page & offset");
  });

  it("take a locale, which means nothing", async () => {
    expect(await posts().count({ locale: "en" })).toBe(2);
    expect(await posts().findMany({ locale: "de" })).toHaveLength(2);
  });

  it("refuse fields and relations that there are not", async () => {
    // @ts-expect-error A relation is no field.
    await expect(posts().findMany({ fields: ["author"] })).rejects.toThrow("Invalid key author");
    // @ts-expect-error A field cannot be populated.
    await expect(posts().findMany({ populate: ["title"] })).rejects.toThrow("Invalid key title");
    // @ts-expect-error No such relation beside one that is.
    await expect(posts().findMany({ populate: { author: true, tag: true } })).rejects.toThrow("Invalid key tag");
    // @ts-expect-error No such option.
    await expect(posts().findMany({ populate: { author: { filter: {} } } })).rejects.toThrow("filter at author");
    // @ts-expect-error No such field of the author.
    await expect(posts().findMany({ populate: { author: { fields: ["nam"] } } })).rejects.toThrow("Invalid key nam");
    const nam = { name: "Ada", nam: "Ada" };
    // @ts-expect-error No such attribute of the author.
    await expect(posts().findMany({ populate: { author: { filters: nam } } })).rejects.toThrow("Invalid key nam");
    // @ts-expect-error The zone does not take it.
    await expect(pages().findMany({ populate: { blocks: { on: { "shared.seo": true } } } })).resolves.toEqual([]);
    // @ts-expect-error No such parameter; it means nothing.
    expect(await posts().findMany({ filter: { title: "x" } })).toHaveLength(2);
    // @ts-expect-error No such status; it means drafts, as in Strapi.
    expect(await posts().findMany({ status: "bogus" })).toHaveLength(2);
  });

  it("know which types there are, and which of them have drafts", async () => {
    const untyped = galley as unknown as Galley;
    for (const name of ["api::post.post", "post", "posts"]) expect(await untyped.documents(name).count()).toBe(2);
    // @ts-expect-error No such type.
    expect(() => galley.documents("api::nope.nope")).toThrow("There is no content type api::nope.nope");
    // @ts-expect-error Documents of a type without drafts cannot be published.
    expect(authors().publish).toBeTypeOf("function");
    expect(await galley.documents("plugin::upload.file").findMany({ filters: { mime: "image/png" } })).toEqual([]);
  });

  it("ask for all that is required where it is, and never in drafts", async () => {
    // @ts-expect-error The name is missing.
    await expect(authors().create({ data: {} })).rejects.toThrow("name must be defined");
    // @ts-expect-error The title is missing.
    await expect(posts().create({ data: {}, status: "published" })).rejects.toThrow("title must be a `string` type");
    // @ts-expect-error The title may be absent from a change, not taken away.
    await expect(posts().create({ data: { title: null }, status: "published" })).rejects.toThrow("title must be");
    const draft = await posts().create({ data: {} });
    expect(draft.title).toBeNull();
    expect((await posts().update({ documentId: draft.documentId, data: { title: null } }))?.title).toBeNull();
    await posts().delete({ documentId: draft.documentId });
  });

  it("refuse data of other types, and keys that there are not", async () => {
    // @ts-expect-error A number.
    await expect(posts().create({ data: { title: 5 } })).rejects.toThrow("must be a `string` type");
    // @ts-expect-error No such attribute.
    await expect(posts().create({ data: { titel: "x" } })).rejects.toThrow("did you mean title?");
    // @ts-expect-error A component's own attributes are checked too.
    await expect(posts().create({ data: { seo: { metaTitle: 5 } } })).rejects.toThrow("seo.metaTitle must be");
    await expect(
      // @ts-expect-error The zone does not take it.
      pages().create({ data: { blocks: [{ __component: "shared.link", url: "/" }] } }),
    ).rejects.toThrow("__component must be one of");
    await expect(
      // @ts-expect-error Each item has the attributes of its own component.
      pages().create({ data: { blocks: [{ __component: "blocks.hero", heading: "a", body: "b" }] } }),
    ).rejects.toThrow("blocks.0.body");
    // @ts-expect-error Lists of components are emptied, not cleared.
    await expect(posts().create({ data: { seo: { metaTitle: "x", links: null } } })).rejects.toThrow("`array` type");
  });

  it("connect documents in every form of the contract", async () => {
    const [author] = await authors().findMany();
    const documentId = author?.documentId ?? "";
    const forms = [
      documentId,
      { documentId },
      [documentId],
      { set: [documentId] },
      { connect: [{ documentId, position: { start: true } }] },
    ] as const;
    for (const form of forms) {
      const post = await posts().create({ data: { author: form }, populate: ["author"] });
      expect(post.author?.name).toBe("Ada");
      const change = { documentId: post.documentId, populate: ["author"] } as const;
      const after = await posts().update({ ...change, data: { author: { disconnect: [documentId] } } });
      expect(after?.author).toBeNull();
    }
    // @ts-expect-error A number names no document.
    await expect(posts().create({ data: { author: 5 } })).rejects.toThrow("Invalid relations");
    // @ts-expect-error No such operation.
    await expect(posts().create({ data: { author: { link: documentId } } })).rejects.toThrow("author.link");
  });
});
