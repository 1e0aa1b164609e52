import { describe, expect, it } from "vitest";
import { createGalley, defineSchema, FactoryError } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { openedForEach } from "../../../support/run/opened.ts";

const schema = defineSchema(BLOG);

const info = { singularName: "thing", pluralName: "things", displayName: "Thing" } as const;

describe("galley.make", () => {
  const galley = openedForEach(() => createGalley({ schema }));

  it("makes the requested number of published entries, with values for all fields", async () => {
    const posts = await galley.make("post", 20);
    expect(posts).toHaveLength(20);
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(20);
    const [post] = posts;
    expect(post).toMatchObject({
      title: expect.stringMatching(/^[A-Z][a-z]+( [a-z]+)+$/),
      publishedDate: expect.stringMatching(/^202[45]-/),
      publishedAt: expect.any(String),
      views: expect.any(Number),
    });
    expect(await galley.documents("api::post.post").count({ status: "published" })).toBe(20);
  });

  it("relates them to existing entries, or to entries that it makes", async () => {
    const mine = await galley.make("author", { name: "Ada" });
    await galley.make("api::post.post", 5);
    const posts = await galley
      .documents("api::post.post")
      .findMany({ populate: ["author", "category", "tags", "seo"] });
    expect(new Set(posts.map(({ author }) => author?.documentId))).toEqual(new Set([mine.documentId]));
    expect(posts.every(({ category, tags }) => category !== null && tags.length > 0)).toBe(true);
    expect(await galley.documents("api::category.category").count()).toBe(1);
    const pages = await galley.make("pages", 2);
    const page = await galley
      .documents("api::page.page")
      .findOne({ documentId: pages[0]?.documentId ?? "", populate: { blocks: { populate: "*" } } });
    expect(page?.blocks.length).toBe(2);
  });

  it("gives all names of an entry, and its e-mail address, to one person", async () => {
    const text = { type: "string" } as const;
    const attributes = {
      firstName: text,
      lastName: text,
      fullName: text,
      username: text,
      email: { type: "email" },
    } as const;
    await using people = await createGalley({ schema: schemaOf({ thing: { dp: false, attributes } }) });
    for (const made of await people.make("thing", 20)) {
      const { firstName, lastName, fullName, username, email } = made;
      expect(fullName).toBe(`${firstName} ${lastName}`);
      expect(email).toMatch(new RegExp(`^${firstName}\\.${lastName}\\d+@example\\.org$`, "i"));
      expect(username).toMatch(new RegExp(`^${firstName}\\d+$`, "i"));
    }
  });

  it("is overridden by given values, for all or for each", async () => {
    const ada = await galley.make("author", { name: "Ada", documentId: "aaaaaaaaaaaaaaaaaaaaaaaa" });
    expect(ada).toMatchObject({ name: "Ada", documentId: "aaaaaaaaaaaaaaaaaaaaaaaa" });
    const posts = await galley.make("post", 3, (place) => ({ title: `Post ${place}`, author: ada, views: null }));
    expect(posts).toMatchObject(
      [0, 1, 2].map((place) => ({ title: `Post ${place}`, slug: `post-${place}-${place + 1}` })),
    );
    expect(posts.map(({ views }) => views)).toEqual([null, null, null]);
    const draft = await galley.make("post", { status: "draft", tags: [] });
    expect(draft.publishedAt).toBeNull();
    // @ts-expect-error No such attribute.
    await expect(galley.make("post", { titel: "x" })).rejects.toThrow("titel: is not an attribute of api::post.post");
    // @ts-expect-error No such type.
    await expect(galley.make("poster")).rejects.toThrow("There is no content type poster");
  });

  it("makes the one entry of a single type, or changes it", async () => {
    const first = await galley.make("site-setting");
    const second = await galley.make("site-setting", { siteName: "New" });
    expect(second).toMatchObject({ siteName: "New", documentId: first.documentId });
    await expect(galley.make("site-setting", 2)).rejects.toThrow(FactoryError);
  });

  it("continues when others have taken unique values", async () => {
    await galley.documents("api::category.category").create({ data: { name: "a", slug: "misty-2" } });
    const taken = await galley.build("category", 3);
    for (const data of taken) await galley.documents("api::category.category").create({ data });
    const [first] = await galley.documents("api::category.category").findMany();
    await galley.documents("api::category.category").delete({ documentId: first?.documentId ?? "" });
    const made = await galley.make("category", 3);
    expect(new Set([...taken, ...made].map(({ name }) => name)).size).toBe(6);
  });

  it("generates the same values in a fork", async () => {
    await galley.make("tag", 2);
    const fork = galley.fork();
    expect((await fork.make("tag")).name).toBe((await galley.make("tag")).name);
    await fork.close();
  });
});

describe("galley.build", () => {
  it("gives data without relations, and writes nothing", async () => {
    await using galley = await createGalley({ schema });
    const data = await galley.build("post", { title: "Mine" });
    expect(data).toMatchObject({ title: "Mine", slug: "mine-1", seo: { metaTitle: expect.any(String) } });
    expect(data).not.toHaveProperty("author");
    expect(await galley.documents("api::post.post").count()).toBe(0);
  });
});

describe("a value", () => {
  const make = async (attribute: object, count = 1) => {
    const contentTypes = { "api::thing.thing": { info, attributes: { value: attribute as { type: string } } } };
    await using galley = await createGalley({ schema: { contentTypes } });
    const made = await galley.make("api::thing.thing", count);
    return made.map(({ value }) => value);
  };

  it("of a password is made only where it is required", async () => {
    expect(await make({ type: "password" })).toEqual([null]);
    expect(await make({ type: "password", required: true, minLength: 12 })).toEqual([expect.stringMatching(/^\$2/)]);
  });

  it("is the default where there is one", async () => {
    expect(await make({ type: "integer", default: 7 }, 2)).toEqual([7, 7]);
  });

  it("that is exhausted is reported with its place", async () => {
    const few = { type: "integer", unique: true, min: 1, max: 3 };
    expect(await make(few, 3)).toEqual([1, 2, 3]);
    await expect(make(few, 4)).rejects.toThrow(
      "api::thing.thing has no more values: value: This attribute must be unique",
    );
    await expect(make({ type: "string", regex: "^(?=b)a$" })).rejects.toThrow(
      "api::thing.thing.value has no value that can be made: none was found that /^(?=b)a$/ matches",
    );
    await expect(make({ type: "email", maxLength: 4 })).rejects.toThrow("value has no email of 4 characters");
  });
});
