import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { JournalStorage } from "../../../../storage/internal.ts";
import { createGalley, defineSchema, type Galley, type SeedData, SeedError } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { newFolder } from "../../../support/folder.ts";

const schema = defineSchema(BLOG);

const SEED: SeedData<typeof schema> = {
  posts: [
    {
      title: "Bread",
      author: { $ref: "ada" },
      tags: [{ $ref: "hot" }, { $ref: "slow" }],
      $draft: { title: "Better bread", tags: { disconnect: [{ $ref: "hot" }] } },
    },
    { title: "Tea", status: "draft", category: { set: { $ref: "drinks" } } },
  ],
  "api::author.author": { ada: { name: "Ada" } },
  category: { drinks: { name: "Drinks" } },
  tag: [
    { $name: "hot", name: "Hot" },
    { $name: "slow", name: "Slow", documentId: "abcdefghijklmnopqrstuvwx" },
  ],
  "site-setting": { siteName: "Galley", footer: { $ref: "is a value here" } },
  page: [
    {
      title: "Home",
      blocks: [
        { __component: "blocks.quote", body: "Said", author: { $ref: "ada" } },
        { __component: "blocks.hero", heading: "Hello", cta: { url: "/" } },
      ],
    },
  ],
};

async function titlesOf(galley: Galley<typeof schema>, status: "draft" | "published") {
  const posts = await galley.documents("api::post.post").findMany({ status, fields: ["title"], populate: ["tags"] });
  return posts.map(({ title, tags }) => [title, ...tags.map(({ name }) => name)]);
}

describe("a seed", () => {
  it("holds entries by uid, singular or plural name, by their own names or in lists", async () => {
    await using galley = await createGalley({ schema, seed: SEED });
    expect(await titlesOf(galley, "published")).toEqual([["Bread", "Hot", "Slow"]]);
    expect(await titlesOf(galley, "draft")).toEqual([["Better bread", "Slow"], ["Tea"]]);
    const tea = await galley
      .documents("api::post.post")
      .findFirst({ filters: { title: "Tea" }, populate: ["author", "category"] });
    expect(tea).toMatchObject({ author: null, category: { name: "Drinks" } });
    const page = await galley.documents("api::page.page").findFirst({
      status: "published",
      populate: { blocks: { on: { "blocks.quote": { populate: ["author"] } } } },
    });
    expect(page?.blocks).toMatchObject([{ body: "Said", author: { name: "Ada" } }]);
    const [slow] = await galley.documents("api::tag.tag").findMany({ filters: { name: "Slow" } });
    expect(slow?.documentId).toBe("abcdefghijklmnopqrstuvwx");
  });

  it("is published unless it says otherwise, and leaves json as it is", async () => {
    await using galley = await createGalley({ schema, seed: SEED, roles: { public: { "*": ["find", "findOne"] } } });
    const answer = await galley.fetch(new Request("http://galley.test/api/site-setting"));
    expect(await answer.json()).toMatchObject({ data: { siteName: "Galley", footer: { $ref: "is a value here" } } });
  });

  it("is written in one commit", async () => {
    await using galley = await createGalley({ schema, seed: SEED });
    expect(galley.engine.number).toBe(1);
  });

  it.each(["contract", "strapi"] as const)("closes circles of references in the profile %s", async (profile) => {
    const circles = defineSchema(
      schemaOf(
        {
          person: {
            attributes: {
              name: { type: "string", required: true },
              friends: { type: "relation", relation: "manyToMany", target: "api::person.person" },
              home: { type: "relation", relation: "manyToOne", target: "api::house.house", inversedBy: "people" },
            },
          },
          house: {
            dp: false,
            attributes: {
              door: { type: "component", component: "a.door", required: true },
              people: { type: "relation", relation: "oneToMany", target: "api::person.person", mappedBy: "home" },
            },
          },
        },
        {
          "a.door": {
            colour: { type: "string", required: true },
            key: { type: "relation", relation: "oneToOne", target: "api::person.person" },
          },
        },
      ),
    );
    await using galley = await createGalley({
      schema: circles,
      profile,
      seed: {
        persons: {
          ann: { name: "Ann", friends: [{ $ref: "bob" }, { $ref: "ann" }], home: { $ref: "old" } },
          bob: { name: "Bob", friends: [{ $ref: "ann" }] },
        },
        house: { old: { door: { colour: "red", key: { $ref: "bob" } } } },
      },
    });
    const persons = await galley.documents("api::person.person").findMany({ populate: ["friends", "home"] });
    expect(persons.map(({ name, friends }) => [name, ...friends.map((friend) => friend.name)])).toEqual([
      ["Ann", "Bob", "Ann"],
      ["Bob", "Ann"],
    ]);
    const published = await galley.documents("api::person.person").count({ status: "published" });
    const [house] = await galley.documents("api::house.house").findMany({ populate: ["door.key", "people"] });
    expect([published, house?.door?.colour, house?.door?.key?.name]).toEqual([2, "red", "Bob"]);
    expect(house?.people.map(({ name }) => name)).toEqual(["Ann"]);
  });

  it("may be a function, which writes or gives back entries", async () => {
    await using writing = await createGalley({
      schema,
      seed: async (galley) => {
        await galley.documents("api::tag.tag").create({ data: { name: "Written" } });
      },
    });
    expect(await writing.documents("api::tag.tag").count()).toBe(1);
    await using giving = await createGalley({ schema, seed: () => ({ tags: [{ name: "Given" }] }) });
    expect((await giving.documents("api::tag.tag").findFirst())?.name).toBe("Given");
  });

  it("may be a file, by path or URL", async () => {
    const folder = await newFolder();
    const file = join(folder, "seed.json");
    await writeFile(file, JSON.stringify(SEED));
    for (const seed of [file, pathToFileURL(file)]) {
      await using galley = await createGalley({ schema, seed });
      expect(await titlesOf(galley, "published")).toEqual([["Bread", "Hot", "Slow"]]);
    }
    await writeFile(file, "{ posts: [] }");
    await expect(createGalley({ schema, seed: file })).rejects.toThrow("seed.json cannot be planted:\n  is not JSON");
  });

  it("is read from a file as it is written there: entries in order, and each of them", async () => {
    const folder = await newFolder();
    const file = join(folder, "seed.json");
    const posts = Array.from({ length: 2_000 }, (_, at) => `{ "title": "Post ${at} ${"x".repeat(99)}" }`);
    await writeFile(
      file,
      `{ "tags": { "b": { "name": "B" }, "2": { "name": "C" } }, "posts": [${posts.join(",\n")}] }`,
    );
    await using galley = await createGalley({ schema, seed: file });
    expect(await galley.documents("api::post.post").count({ status: "published" })).toBe(2_000);
    const tags = await galley.documents("api::tag.tag").findMany({ sort: "id" });
    expect(tags.map(({ name }) => name)).toEqual(["B", "C"]);
    await writeFile(file, '{ "tags": { "a": { "name": "A" }, "a": { "name": "B" } } }');
    await expect(createGalley({ schema, seed: file })).rejects.toThrow("tags.a: is not the only tag named a");
    posts[1_999] = '{ "title": 5 }';
    await writeFile(file, `{ "posts": [${posts.join()}] }`);
    await expect(createGalley({ schema, seed: file })).rejects.toThrow(
      "posts.1999.title: title must be a `string` type",
    );
    await writeFile(file, `{ "posts": [${posts.join(",\n")}]`);
    await expect(createGalley({ schema, seed: file })).rejects.toThrow("is not JSON: unexpected end at line 2000");
  });

  it("is planted once in storage that lasts", async () => {
    const folder = await newFolder();
    for (let time = 0; time < 2; time++) {
      const storage = new JournalStorage(join(folder, "data"));
      await using galley = await createGalley({ schema, storage, seed: SEED });
      expect(await galley.documents("api::tag.tag").count()).toBe(2);
      expect(galley.engine.number).toBe(1);
    }
  });

  it("hashes passwords", async () => {
    const user = { username: "ada", email: "ada@lovelace.org", password: "secret!" };
    const contentTypes = {
      "api::note.note": {
        info: { singularName: "note", pluralName: "notes", displayName: "Note" },
        attributes: { by: { type: "relation", relation: "oneToOne", target: "plugin::users-permissions.user" } },
      },
    } as const;
    await using galley = await createGalley({
      schema: defineSchema({ contentTypes }),
      seed: { "plugin::users-permissions.user": { ada: user }, notes: [{ by: { $ref: "ada" } }] },
    });
    const note = await galley.documents("api::note.note").findFirst({ populate: ["by"] });
    expect(note?.by?.password).toMatch(/^\$2[ab]\$10\$/);
  });

  const faultsOf = async (seed: unknown) => {
    const refused: unknown = await createGalley({ schema, seed: seed as string }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(SeedError);
    return String(refused).split("\n  ").slice(1);
  };

  it("is refused with the paths of all faults of its form", async () => {
    const seed = {
      nope: [],
      posts: [
        { title: "a", author: { $ref: "nobody" }, status: "Published", $name: "" },
        { title: "b", tags: { connect: [{ $ref: "hot", position: { before: { $ref: "cold" } } }] } },
        5,
      ],
      tags: [
        { $name: "hot", name: "Hot" },
        { $name: "hot", name: "Hotter" },
      ],
      page: { home: { title: "c", blocks: [{ __component: "blocks.quote", author: { $ref: 5 } }] } },
      "site-setting": [],
    };
    expect(await faultsOf(seed)).toEqual([
      "nope: is not the uid or name of a content type",
      "posts.0.$name: must be a text",
      "posts.0.status: must be draft or published",
      "posts.2: must be an object of attributes",
      "site-setting: must be an object of attributes",
      "tags.1: is not the only tag named hot",
      'posts.0.author: no author of the seed is named "nobody"',
      'posts.1.tags.connect.0.position.before: no tag of the seed is named "cold"',
      "page.home.blocks.0.author: no author of the seed is named 5",
      "page.home.blocks.0.body: blocks[0].body must be a `string` type, but the final value was: `null`.",
    ]);
    expect(await faultsOf({ tags: [{ name: "a" }], posts: [{ title: "b", tags: [{ $ref: 5 }] }] })).toEqual([
      "posts.0.tags.0: no tag of the seed is named 5",
    ]);
    expect(await faultsOf(() => [])).toEqual(["must be an object of entries by type"]);
    expect(await faultsOf(JSON.parse('{ "__proto__": [] }'))).toHaveLength(1);
  });

  it("is refused as a whole with the faults of the first entry that breaks a rule", async () => {
    const tags = [{ name: "fine" }];
    expect(await faultsOf({ tags, posts: [{ title: 5, seo: { metaTitle: 5 } }] })).toEqual([
      expect.stringMatching(/^posts\.0\.title: title must be a `string` type/),
      expect.stringMatching(/^posts\.0\.seo\.metaTitle: seo\.metaTitle must be a `string` type/),
    ]);
    expect(await faultsOf({ tags, posts: { one: { titel: "a" } } })).toEqual([
      "posts.one.titel: is not an attribute of api::post.post: did you mean title?",
    ]);
    expect(await faultsOf({ posts: [{ title: "a", $draft: { title: 5 } }] })).toHaveLength(1);
  });

  it("is checked by the compiler", async () => {
    // @ts-expect-error No such attribute.
    await expect(createGalley({ schema, seed: { tags: [{ nam: "x" }] } })).rejects.toThrow(SeedError);
    // @ts-expect-error No such type.
    await expect(createGalley({ schema, seed: { tagz: [] } })).rejects.toThrow(SeedError);
    // @ts-expect-error A value of another type.
    await expect(createGalley({ schema, seed: { posts: [{ title: 5 }] } })).rejects.toThrow(SeedError);
    // @ts-expect-error Types without drafts have no status.
    await expect(createGalley({ schema, seed: { tags: [{ name: "x", status: "draft" }] } })).rejects.toThrow(SeedError);
  });
});
