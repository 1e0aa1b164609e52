import { describe, expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import type { Galley, GalleyOptions } from "../../../../transport/galley.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";

const info = (name: string) => ({ singularName: name, pluralName: `${name}s`, displayName: name });
const note = { info: { displayName: "note" }, attributes: { words: { type: "string" } } } as const;
const SCHEMA: SchemaDefinition = {
  components: { "part.note": note },
  contentTypes: {
    "api::post.post": {
      info: info("post"),
      options: { draftAndPublish: true },
      attributes: {
        title: { type: "string", required: true },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
        cover: { type: "media" },
        note: { type: "component", component: "part.note" },
        zone: { type: "dynamiczone", components: ["part.note"] },
      },
    },
    "api::author.author": {
      info: info("author"),
      attributes: {
        name: { type: "string", required: true },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
      },
    },
    "api::home.home": {
      kind: "singleType",
      info: info("home"),
      attributes: { text: { type: "string" } },
    },
  },
};

const OLD = "2020-01-02T03:04:05.000Z";
const NEW = "2021-06-07T08:09:10.000Z";
const LAST = "2022-01-01T00:00:00.000Z";
const AUTHOR = {
  id: 12,
  documentId: "ada",
  name: "Ada",
  createdAt: OLD,
  updatedAt: OLD,
  publishedAt: OLD,
  locale: null,
};
const BREAD = {
  id: 70,
  documentId: "bread",
  title: "Bread",
  createdAt: OLD,
  updatedAt: NEW,
  publishedAt: LAST,
  locale: null,
  localizations: [],
};

async function open(profile: "contract" | "strapi", options: Partial<GalleyOptions>): Promise<Galley> {
  const roles = { public: { "*": ["find", "findOne"], file: ["find"] } } as const;
  return openGalley({ schema: SCHEMA, profile, uploads: true, roles, ...options });
}

async function answerOf(galley: Galley, path: string) {
  return (await galley.fetch(path)).json() as Promise<{ data: unknown; meta: unknown }>;
}

describe.each(["contract", "strapi"] as const)("entries as REST answers them, in the profile %s", (profile) => {
  it("come back as they were recorded: a whole answer, with everything populated", async () => {
    const first = await open(profile, {
      clock: OLD,
      seed: {
        author: { ada: { name: "Ada" } },
        home: { text: "Welcome" },
        file: {
          cup: {
            name: "cup.png",
            hash: "cup",
            ext: ".png",
            mime: "image/png",
            size: 1,
            url: "/uploads/cup.png",
            provider: "local",
          },
        },
        post: [
          {
            title: "Bread",
            author: { $ref: "ada" },
            cover: { $ref: "cup" },
            note: { words: "w" },
            zone: [{ __component: "part.note", words: "z" }],
          },
          { title: "Tea" },
        ],
      },
    });
    const paths = ["/api/posts?populate=*&sort=title", "/api/home"];
    const [posts, home] = await Promise.all(paths.map((path) => answerOf(first, path)));
    const second = await open(profile, { clock: LAST, seed: { post: posts, home } });
    const again = await Promise.all(paths.map((path) => answerOf(second, path)));
    expect(withoutRowIds(again)).toEqual(withoutRowIds([posts, home]));
    expect(await second.documents("api::author.author").count()).toBe(1);
  });

  it("keep ids and times in seeds, of different age", async () => {
    const galley = await open(profile, {
      seed: {
        author: [AUTHOR],
        post: [
          { title: "Tea" },
          { ...BREAD, author: AUTHOR },
          { title: "Cup", id: 9 },
          { title: "Ink", id: 40, publishedAt: null },
        ],
      },
    });
    const { data } = await answerOf(galley, "/api/posts?sort=createdAt,title&populate=author");
    const { localizations: _none, locale: _null, ...bread } = BREAD;
    expect(data).toMatchObject([
      { ...bread, author: { documentId: "ada", id: 12, createdAt: OLD } },
      { title: "Cup", id: 9 },
      { title: "Tea" },
    ]);
    expect(await galley.documents("api::post.post").findFirst({ filters: { title: "Ink" } })).toMatchObject({ id: 40 });
    const later = await galley.make("post", { title: "Later" });
    expect(Number(later.id)).toBeGreaterThan(70);
  });

  it.each<[string, (galley: Galley) => Promise<unknown>]>([
    ["make", (galley) => galley.make("post", { ...BREAD, author: AUTHOR, note: { id: 9, words: "w" } })],
    [
      "create",
      (galley) =>
        galley
          .documents("api::post.post")
          .create({ data: { ...BREAD, author: AUTHOR, note: { id: 9, words: "w" } }, status: "published" }),
    ],
  ])("keep them in %s, and refuse an id that is taken", async (_by, make) => {
    const galley = await open(profile, { seed: { author: [AUTHOR] } });
    await make(galley);
    const { data } = await answerOf(galley, "/api/posts?populate=*");
    const { localizations: _none, locale: _null, ...bread } = BREAD;
    expect(data).toMatchObject([{ ...bread, author: { documentId: "ada" }, note: { words: "w" } }]);
    await expect(galley.make("post", { id: 70 })).rejects.toThrow("The id 70 is taken");
  });

  it("stay drafts where nothing was published", async () => {
    const galley = await open(profile, { seed: { post: [{ ...BREAD, publishedAt: null }] } });
    expect((await answerOf(galley, "/api/posts")).data).toEqual([]);
    const posts = galley.documents("api::post.post");
    expect(await posts.findFirst()).toMatchObject({ id: 70, createdAt: OLD, updatedAt: NEW, publishedAt: null });
  });

  it.each([
    [{ id: 0 }, "post.0.id"],
    [{ id: "7" }, "post.0.id"],
    [{ id: 5 }, "post.1: The id 5 is taken"],
    [{ createdAt: "yesterday" }, "post.0.createdAt"],
    [{ localizations: "none" }, "post.0.localizations"],
  ])("are refused with their place: %j", async (wrong, place) => {
    await expect(
      open(profile, {
        seed: {
          post: [
            { title: "Tea", ...wrong },
            { title: "Ink", id: 5 },
            { title: "Pen", id: 6 },
          ],
        },
      }),
    ).rejects.toThrow(place);
  });
});

it("keep their locales", async () => {
  const page = {
    info: info("page"),
    pluginOptions: { i18n: { localized: true } },
    attributes: { title: { type: "string", pluginOptions: { i18n: { localized: true } } } },
  } as const;
  const options = { schema: { contentTypes: { "api::page.page": page } }, locales: ["en", "fr"] };
  const fr = { id: 5, documentId: "p", title: "Pain", locale: "fr", createdAt: NEW };
  const seed = {
    page: [{ id: 4, documentId: "p", title: "Bread", locale: "en", createdAt: OLD, localizations: [fr] }],
  };
  const galley = await open("contract", { ...options, seed } as Partial<GalleyOptions>);
  expect((await answerOf(galley, "/api/pages/p?locale=fr")).data).toMatchObject(fr);
  expect((await answerOf(galley, "/api/pages/p")).data).toMatchObject({ id: 4, title: "Bread", createdAt: OLD });
});

/** Ids of components are the ids of their rows, which are new. */
function withoutRowIds(answers: unknown): unknown {
  return JSON.parse(
    JSON.stringify(answers, (_key, value) => {
      if (typeof value !== "object" || value === null || !("words" in value)) return value;
      return { ...value, id: undefined };
    }),
  );
}
