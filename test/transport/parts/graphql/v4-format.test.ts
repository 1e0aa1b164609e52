import { afterEach, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const text = { type: "string" } as const;
const localized = { pluginOptions: { i18n: { localized: true } } } as const;

const SCHEMA = schemaOf(
  {
    article: {
      attributes: {
        title: { type: "string", required: true },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "articles" },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag" },
        gallery: { type: "media", multiple: true, allowedTypes: ["images"] },
        seo: { type: "component", component: "shared.seo" },
        zone: { type: "dynamiczone", components: ["shared.seo", "shared.link"] },
      },
    },
    author: {
      dp: false,
      attributes: {
        name: text,
        articles: { type: "relation", relation: "oneToMany", target: "api::article.article", mappedBy: "author" },
      },
    },
    tag: { dp: false, attributes: { name: text } },
    page: { ...localized, attributes: { title: { ...text, ...localized } } },
    home: {
      kind: "singleType",
      attributes: { title: text, first: { type: "relation", relation: "oneToOne", target: "api::article.article" } },
    },
  },
  {
    "shared.seo": { title: text, image: { type: "media", multiple: false, allowedTypes: ["images"] } },
    "shared.link": { label: text, tag: { type: "relation", relation: "oneToOne", target: "api::tag.tag" } },
  },
);

const SEED = {
  tag: [{ $name: "red", name: "red" }],
  author: [{ $name: "ann", name: "Ann" }],
  article: [
    {
      title: "A",
      author: { $ref: "ann" },
      tags: [{ $ref: "red" }],
      seo: { title: "S" },
      zone: [{ __component: "shared.link", label: "L", tag: { $ref: "red" } }],
    },
    { title: "B" },
    { title: "C", status: "draft" },
  ],
};

/** A program's token: the galley answers whoever has none as a visitor. */
const FULL = { name: "full", token: "secret", access: "full-access" } as const;

/** Strapi 4.26 was asked for the answers. */
describe("GraphQL in the format of Strapi 4", () => {
  let galley: Galley;
  afterEach(() => galley.close());

  const open = async () => {
    galley = await createGalley({
      schema: SCHEMA as never,
      seed: SEED as never,
      profile: "strapi",
      graphql: { format: "v4" },
      locales: ["en", "sk"],
      tokens: [FULL],
      open: true,
      users: true,
      uploads: true,
    });
    const opened = galley;
    // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
    return async (query: string, variables = {}): Promise<any> => {
      const headers = { "content-type": "application/json", authorization: "Bearer secret" };
      const body = JSON.stringify({ query, variables });
      const response = await opened.fetch("/graphql", { method: "POST", headers, body });
      // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
      const answer = (await response.json()) as any;
      return answer.errors === undefined ? answer.data : { errors: answer.errors, data: answer.data };
    };
  };

  it("shows lists, entries, relations, components and zones", async () => {
    const ask = await open();
    const query = `{ articles(sort: "title") {
      data { id __typename attributes {
        title
        author { data { id attributes { name articles { data { attributes { title } } } } } }
        tags { data { attributes { name } } }
        gallery { data { id } }
        seo { id title image { data { id } } }
        zone { __typename ... on ComponentSharedLink { label tag { data { attributes { name } } } } }
      } }
      meta { pagination { total page pageSize pageCount } }
    } }`;
    const id = expect.stringMatching(/^\d+$/);
    const none = { data: [] };
    const red = { attributes: { name: "red" } };
    const byAnn = { data: [{ attributes: { title: "A" } }] };
    const first = {
      title: "A",
      author: { data: { id, attributes: { name: "Ann", articles: byAnn } } },
      tags: { data: [red] },
      gallery: none,
      seo: { id, title: "S", image: { data: null } },
      zone: [{ __typename: "ComponentSharedLink", label: "L", tag: { data: red } }],
    };
    const second = { title: "B", author: { data: null }, tags: none, gallery: none, seo: null, zone: [] };
    const entry = (attributes: object) => ({ id, __typename: "ArticleEntity", attributes });
    const expected = {
      articles: {
        data: [entry(first), entry(second)],
        meta: { pagination: { total: 2, page: 1, pageSize: 10, pageCount: 1 } },
      },
    };
    // From the third time on, its prepared read answers.
    for (let time = 0; time < 3; time++) expect(await ask(query)).toEqual(expected);
    const plain = await ask(query.replace("__typename attributes", "__typename @include(if: true) attributes"));
    expect(plain).toEqual(expected);
  });

  it("knows entries by their numeric ids, also drafts, and by their documentIds", async () => {
    const ask = await open();
    const { live, preview } = await ask(`{
      live: articles(sort: "title") { data { id attributes { publishedAt } } }
      preview: articles(sort: "title", publicationState: PREVIEW) { data { id attributes { title publishedAt } } }
    }`);
    expect([live.data.length, preview.data.length]).toEqual([2, 3]);
    const one = "query ($id: ID) { article(id: $id) { data { id attributes { title publishedAt } } } }";
    const [{ id }] = live.data;
    for (let time = 0; time < 3; time++) {
      expect((await ask(one, { id })).article.data).toMatchObject({ id, attributes: { title: "A" } });
    }
    const draft = preview.data[2];
    expect((await ask(one, { id: draft.id })).article.data).toEqual(draft);
    const response = await galley.fetch("/api/articles?filters[title]=B");
    const list = (await response.json()) as { data: [{ documentId: string }] };
    const [{ documentId }] = list.data;
    expect((await ask(one, { id: documentId })).article.data).toMatchObject({ attributes: { title: "B" } });
    expect(await ask(one, { id: "9999" })).toEqual({ article: { data: null } });
    expect(await ask("{ article { data { id } } home { data { id } } }")).toEqual({
      article: { data: null },
      home: { data: null },
    });
    const filtered = `{ articles(filters: { id: { in: ["${id}"] }, author: { name: { eq: "Ann" } } }) { data { id } } }`;
    expect(await ask(filtered)).toEqual({ articles: { data: [{ id }] } });
  });

  it("publishes by publishedAt, and shows what it has deleted", async () => {
    const ask = await open();
    const fields = "data { id attributes { title publishedAt } }";
    const create = `mutation ($data: ArticleInput!) { createArticle(data: $data) { ${fields} } }`;
    const update = `mutation ($id: ID!, $data: ArticleInput!) { updateArticle(id: $id, data: $data) { ${fields} } }`;
    const made = (await ask(create, { data: { title: "D" } })).createArticle.data;
    expect(made.attributes).toEqual({ title: "D", publishedAt: null });
    const time = "2024-01-01T00:00:00Z";
    const published = (await ask(update, { id: made.id, data: { publishedAt: time } })).updateArticle.data;
    expect(published.attributes).toMatchObject({ title: "D", publishedAt: expect.any(String) });
    const { id } = published;
    const changed = (await ask(update, { id, data: { title: "E" } })).updateArticle.data;
    expect(changed.attributes).toMatchObject({ title: "E", publishedAt: expect.any(String) });
    const live = `{ articles(filters: { title: { eq: "E" } }) { meta { pagination { total } } } }`;
    const total = async () => (await ask(live)).articles.meta.pagination.total;
    expect(await total()).toBe(1);
    const back = (await ask(update, { id: changed.id, data: { publishedAt: null } })).updateArticle.data;
    expect([back.attributes.publishedAt, await total()]).toEqual([null, 0]);
    const remove = `mutation ($id: ID!) { deleteArticle(id: $id) { ${fields} } }`;
    expect((await ask(remove, { id: back.id })).deleteArticle.data).toEqual(back);
    expect(await ask(remove, { id: back.id })).toEqual({ deleteArticle: { data: null } });
    expect((await ask(update, { id: "9999", data: {} })).updateArticle).toEqual({ data: null });
    expect((await ask(create, { data: { title: "F", publishedAt: time } })).createArticle.data).toMatchObject({
      attributes: { publishedAt: expect.any(String) },
    });
  });

  it("links by numeric ids, and writes single types", async () => {
    const ask = await open();
    const { articles } = await ask(`{ articles(sort: "title") { data { id } } }`);
    const save = `mutation ($first: ID) { updateHome(data: { title: "H", first: $first, publishedAt: "2024-01-01T00:00:00Z" }) {
      data { attributes { title first { data { id attributes { title } } } } } } }`;
    const first = articles.data[1].id;
    const shown = { data: { attributes: { title: "H", first: { data: { id: first, attributes: { title: "B" } } } } } };
    expect(await ask(save, { first })).toEqual({ updateHome: shown });
    expect(await ask("{ home { data { attributes { title } } } }")).toEqual({
      home: { data: { attributes: { title: "H" } } },
    });
    expect(await ask("mutation { deleteHome { data { attributes { title } } } }")).toEqual({
      deleteHome: { data: { attributes: { title: "H" } } },
    });
    expect((await ask("mutation { deleteHome { data { id } } }")).errors[0].extensions.code).toBe(
      "STRAPI_NOT_FOUND_ERROR",
    );
  });

  it("gives each locale of an entry an id of its own", async () => {
    const ask = await open();
    const time = '"2024-01-01T00:00:00Z"';
    const en = (await ask(`mutation { createPage(data: { title: "one", publishedAt: ${time} }) { data { id } } }`))
      .createPage.data.id;
    const localize = `mutation { createPageLocalization(id: ${en}, locale: "sk", data: { title: "jeden", publishedAt: ${time} }) {
      data { id attributes { locale localizations { data { id attributes { locale title } } } } } } }`;
    const { id: sk, attributes } = (await ask(localize)).createPageLocalization.data;
    const others = { data: [{ id: en, attributes: { locale: "en", title: "one" } }] };
    expect([sk === en, attributes]).toEqual([false, { locale: "sk", localizations: others }]);
    const one = (id: string) => `{ page(id: ${id}) { data { id attributes { title } } } }`;
    for (let time = 0; time < 2; time++) {
      expect((await ask(one(sk))).page.data).toEqual({ id: sk, attributes: { title: "jeden" } });
    }
    const change = `mutation { updatePage(id: ${sk}, data: { title: "dva" }) { data { id attributes { title locale } } } }`;
    const changed = (await ask(change)).updatePage.data;
    expect(changed.attributes).toEqual({ title: "dva", locale: "sk" });
    expect((await ask(one(en))).page.data.attributes).toEqual({ title: "one" });
    const list = `{ pages(locale: "sk") { data { id } meta { pagination { total } } } }`;
    expect((await ask(list)).pages).toEqual({ data: [{ id: changed.id }], meta: { pagination: { total: 1 } } });
    await ask(`mutation { deletePage(id: ${changed.id}) { data { id } } }`);
    expect([(await ask(list)).pages.data, (await ask(one(en))).page.data.id]).toEqual([[], en]);
  });

  it("has users and files in its form, and hooks around its fields", async () => {
    const seen: string[] = [];
    const ask = await open();
    galley.use(({ action, params }, next) => {
      seen.push(action);
      if (action === "create") params.data.title = `${params.data.title}!`;
      return next();
    });
    const user = `mutation { createUsersPermissionsUser(data: { username: "ann", email: "ann@example.org", password: "secret word", role: 1 }) {
      data { id attributes { username } } } }`;
    expect((await ask(user)).createUsersPermissionsUser.data).toEqual({
      id: expect.any(String),
      attributes: { username: "ann" },
    });
    const { createArticle } = await ask(
      `mutation { createArticle(data: { title: "G" }) { data { id attributes { title } } } }`,
    );
    expect(createArticle.data.attributes).toEqual({ title: "G!" });
    const one = `{ article(id: ${createArticle.data.id}) { data { id attributes { title } } } }`;
    expect((await ask(one)).article.data).toEqual(createArticle.data);
    expect(
      await ask(`mutation { deleteArticle(id: ${createArticle.data.id}) { data { attributes { title } } } }`),
    ).toEqual({
      deleteArticle: { data: { attributes: { title: "G!" } } },
    });
    expect(seen).toEqual(expect.arrayContaining(["create", "findOne", "delete"]));
    expect(await ask("{ i18NLocales { data { id attributes { code } } meta { pagination { total } } } }")).toEqual({
      i18NLocales: {
        data: ["en", "sk"].map((code) => ({ id: expect.any(String), attributes: { code } })),
        meta: { pagination: { total: 2 } },
      },
    });
    const form = new FormData();
    form.append("files", new Blob(["words"], { type: "text/plain" }), "words.txt");
    const headers = { authorization: "Bearer secret" };
    const response = await galley.fetch("/api/upload", { method: "POST", headers, body: form });
    const [{ id }] = (await response.json()) as [{ id: number }];
    const update = `mutation { updateFileInfo(id: ${id}, info: { caption: "C" }) { data { id attributes { caption } } } }`;
    const file = { data: { id: String(id), attributes: { caption: "C" } } };
    expect(await ask(update)).toEqual({ updateFileInfo: file });
    expect(await ask(`{ uploadFile(id: ${id}) { data { id attributes { caption } } } }`)).toEqual({ uploadFile: file });
    expect(await ask(`mutation { removeFile(id: ${id}) { data { id attributes { caption } } } }`)).toEqual({
      removeFile: file,
    });
  });
});
