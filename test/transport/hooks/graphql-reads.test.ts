import { describe, expect, it } from "vitest";
import { ApplicationError, type Galley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { sendTo } from "../../support/requests/json.ts";
import { openGalley } from "../../support/servers/open-galley.ts";

const SCHEMA = schemaOf(
  {
    tag: {
      attributes: {
        name: { type: "string", required: true },
        note: { type: "string", private: true },
        day: { type: "date" },
        at: { type: "datetime" },
        clock: { type: "time" },
        large: { type: "biginteger" },
        exact: { type: "decimal" },
        free: { type: "json" },
        kind: { type: "enumeration", enum: ["a", "b"] },
        isOpen: { type: "boolean" },
        seo: { type: "component", component: "shared.seo" },
        posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
      },
    },
    post: {
      attributes: {
        title: { type: "string", required: true },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
      },
    },
    home: { kind: "singleType", dp: false, attributes: { title: { type: "string" } } },
  },
  { "shared.seo": { text: { type: "string" } } },
);

const VALUES = { day: "2026-01-02", at: "2026-01-02T03:04:05.678Z", clock: "01:02:03.000", large: "9007199254740993" };
const OTHERS = { exact: 1.25, free: { a: [1, null] }, kind: "b", isOpen: true, seo: { text: "Seen" } };
const ALL = "documentId name day at clock large exact free kind isOpen createdAt updatedAt publishedAt seo { text }";

async function start(options: object = {}): Promise<Galley> {
  const galley = await openGalley({
    schema: SCHEMA,
    profile: "strapi",
    graphql: true,
    roles: { public: { "*": ["find", "findOne", "create"] } },
    ...options,
  });
  const tags = galley.documents("api::tag.tag");
  const one = await tags.create({ data: { name: "one", note: "hidden", ...VALUES, ...OTHERS }, status: "published" });
  await tags.create({ data: { name: "draft" } });
  const tagsOfPost = [one.documentId];
  await galley.documents("api::post.post").create({ data: { title: "P", tags: tagsOfPost }, status: "published" });
  await galley.documents("api::home.home").create({ data: { title: "Home" } });
  return galley;
}

const ask = async (galley: Galley, query: string) => (await sendTo(galley, "POST", "/graphql", { query })).body;

describe("hooks of reads around GraphQL", () => {
  it("see the calls and parameters of Strapi's resolvers, for each root field and for nothing below it", async () => {
    const galley = await start();
    const seen: unknown[] = [];
    galley.use(({ source, action, uid, params }, next) => {
      seen.push([source, action, uid, params]);
      return next();
    });
    const calls = async (query: string) => {
      seen.length = 0;
      const { errors } = await ask(galley, query);
      expect(errors).toBeUndefined();
      return [...seen];
    };
    const page = { start: 0, limit: 10, status: "published" };
    expect(await calls("{ tags { name posts { title } } }")).toEqual([["graphql", "findMany", "api::tag.tag", page]]);
    expect(await calls("{ tags_connection { nodes { name } pageInfo { total } } }")).toEqual([
      ["graphql", "findMany", "api::tag.tag", page],
      ["graphql", "count", "api::tag.tag", page],
    ]);
    const query =
      '{ tags(filters: { name: { eq: "one" } }, sort: "name", pagination: { page: 1, pageSize: 5 }) { name } }';
    const params = { ...page, limit: 5, sort: ["name"], filters: { name: { $eq: "one" } } };
    expect(await calls(query)).toEqual([["graphql", "findMany", "api::tag.tag", params]]);
    expect(await calls("{ home { title } }")).toEqual([
      ["graphql", "findFirst", "api::home.home", { status: "published" }],
    ]);
    expect(await calls('{ tag(documentId: "zzz") { name } }')).toEqual([
      ["graphql", "findOne", "api::tag.tag", { status: "published", documentId: "zzz" }],
    ]);
    expect(await calls("{ a: tags { name } b: tags { name } }")).toHaveLength(2);
  });

  it("leave answers as they are if they change nothing, on types with hooks and on others", async () => {
    const galley = await start();
    const [{ documentId } = { documentId: "" }] = await galley.documents("api::tag.tag").findMany();
    const queries = [
      `{ tags { ${ALL} posts { title tags { name } } } }`,
      `{ tags_connection(pagination: { limit: 1 }) { nodes { ${ALL} } pageInfo { total page pageSize pageCount } } }`,
      `{ tag(documentId: "${documentId}") { ${ALL} } home { title } }`,
      "{ posts { title tags_connection { nodes { name } } } }",
    ];
    const before = [];
    for (const query of queries) before.push(await ask(galley, query));
    galley.use({ types: ["tag", "home"] }, (_, next) => next());
    for (const [at, query] of queries.entries()) {
      for (let time = 0; time < 3; time += 1) expect(await ask(galley, query)).toEqual(before[at]);
    }
  });

  it("decide what an entry shows, but for what is behind its relations", async () => {
    const galley = await start();
    galley.use({ types: ["tag"], actions: ["findMany"] }, async (_, next) => {
      const entries = await next();
      const own = { posts: [{ title: "own" }] };
      return entries.map((entry: { name: string; note: string }) => ({ ...entry, ...own, name: `${entry.note}!` }));
    });
    const { data } = await ask(galley, "{ tags { name posts { title } seo { text } } }");
    expect(data.tags).toEqual([{ name: "hidden!", posts: [{ title: "P" }], seo: { text: "Seen" } }]);
    expect((await ask(galley, "{ posts { tags { name } } }")).data.posts).toEqual([{ tags: [{ name: "one" }] }]);
  });

  it("answer with entries that are stored nowhere, which have nothing behind them", async () => {
    const galley = await start();
    galley.use({ types: ["tag"] }, ({ action }) => {
      const entry = { documentId: "made", name: "Made", posts: [{ title: "own" }] };
      return action === "findMany" ? [entry, null] : action === "count" ? 7 : entry;
    });
    const made = { documentId: "made", name: "Made", createdAt: null, posts: [], seo: null };
    const fields = "documentId name createdAt posts { title } seo { text }";
    expect((await ask(galley, `{ tags { ${fields} } }`)).data.tags).toEqual([made, null]);
    expect((await ask(galley, `{ tag(documentId: "x") { ${fields} } }`)).data.tag).toEqual(made);
    const { data } = await ask(galley, "{ tags_connection { pageInfo { total } } }");
    expect(data.tags_connection.pageInfo.total).toBe(7);
    const created = await ask(galley, `mutation { createTag(data: { name: "x" }) { ${fields} } }`);
    expect(created.data.createTag).toEqual(made);
  });

  it("refuse, and answer what is no entry with an error of the field", async () => {
    const galley = await start();
    const off = galley.use({ types: ["tag"], actions: ["findMany"] }, () => {
      throw new ApplicationError("not today");
    });
    const refused = await ask(galley, "{ tags { name } home { title } }");
    expect(refused.errors).toMatchObject([{ path: ["tags"], message: "not today" }]);
    off();
    galley.use({ types: ["tag"] }, () => "text");
    const { errors } = await ask(galley, '{ tags { name } home { title } tag(documentId: "x") { name } }');
    expect(errors[0]).toMatchObject({ path: ["tags"], message: expect.stringContaining("Expected Iterable") });
  });

  it("narrow a list by what its caller cannot read, and its total too in the contract", async () => {
    for (const [profile, total] of [
      ["contract", 1],
      ["strapi", 2],
    ] as const) {
      const galley = await start({ profile });
      await galley.documents("api::tag.tag").create({ data: { name: "two", note: "other" }, status: "published" });
      galley.use({ types: ["tag"], actions: ["findMany"] }, (context, next) => {
        context.params.filters = { note: "other" };
        return next();
      });
      const { data } = await ask(galley, "{ tags_connection { nodes { name } pageInfo { total } } }");
      expect(data.tags_connection).toEqual({ nodes: [{ name: "two" }], pageInfo: { total } });
    }
  });

  it("do not run where the caller may not read, nor for what is refused", async () => {
    const galley = await start({ roles: { public: { home: ["find"] } } });
    let runs = 0;
    galley.use((_, next) => {
      runs += 1;
      return next();
    });
    const { errors } = await ask(galley, "{ tags { name } }");
    expect([errors[0].message, runs]).toEqual(["Forbidden access", 0]);
    expect((await ask(galley, "{ home { title } }")).data.home).toEqual({ title: "Home" });
  });
});
