import { describe, expect, it } from "vitest";
import { HOSTILE_KINDS } from "../../../../../bench/hostile/graphql-kinds.ts";
import { createGalley, type Galley, type GalleyOptions } from "../../../../../transport/galley.ts";
import { GRAPHQL_LIMITS } from "../../../../../transport/parts/graphql/limits.ts";
import type { GraphqlOptions } from "../../../../../transport/parts/graphql/options.ts";
import { BLOG } from "../../../../support/content/blog.ts";
import { ask } from "../../../../support/requests/ask-graphql.ts";
import { withJson } from "../../../../support/requests/json.ts";
import { openedForAll } from "../../../../support/run/opened.ts";
import { type OpenBlog, openBlog } from "../../../../support/servers/open-blog.ts";

/** Status and the first error's message of one operation, sent without a socket. */
async function refusal(galley: Galley, body: unknown): Promise<{ readonly status: number; readonly message: string }> {
  const response = await galley.fetch("/graphql", withJson("POST", body));
  const { errors = [] } = (await response.json()) as { readonly errors?: readonly { readonly message: string }[] };
  return { status: response.status, message: errors[0]?.message ?? "" };
}

function open(graphql: GraphqlOptions | true): Promise<Galley> {
  return createGalley({ schema: BLOG, graphql, roles: { public: { "*": ["find", "findOne"] } } });
}

const repeated = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join(" ");

const inEachOther = (levels: number) => `{ ${"posts { author { ".repeat(levels)}name${" } }".repeat(levels)} }`;

const DOUBLING = `{ posts { ...F0 } } ${repeated(8, (at) => {
  const next = `author { posts { ...F${at + 1} } }`;
  return `fragment F${at} on Post { a${at}: ${next} b${at}: ${next} }`;
})} fragment F8 on Post { title }`;

const FILTER = "query ($f: PostFiltersInput) { posts(filters: $f) { title } }";

describe("a hostile operation is refused with 400 and the name of the limit", () => {
  const galley = openedForAll(() => open(true));

  const refused = HOSTILE_KINDS.filter(({ refusedBy }) => refusedBy !== null);
  it.each(refused)("$name: $refusedBy", async ({ refusedBy, query, variables }) => {
    const { status, message } = await refusal(galley, { query, variables });
    expect(status).toBe(400);
    const isLimit = refusedBy !== null && refusedBy in GRAPHQL_LIMITS && refusedBy !== "depth";
    expect(message).toContain(isLimit ? `limit "${refusedBy}"` : refusedBy === "depth" ? "depth" : "");
  });

  it.each([
    ["one fault in many places", `{ posts ${"@skip(if: false) ".repeat(400)} { title } }`],
    ["many faults", `{ ${repeated(400, (at) => `nope${at}`)} }`],
    ["long names", `{ ${repeated(50, (at) => `${"x".repeat(490)}${at}`)} }`],
  ])("in 4 kB, with %s", async (_what, query) => {
    const answer = await galley.fetch("/graphql", withJson("POST", { query }));
    const text = await answer.text();
    expect([answer.status, JSON.parse(text).errors[0].extensions]).toEqual([
      400,
      { code: "GRAPHQL_VALIDATION_FAILED" },
    ]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
  });

  it("fields, when fragments stand for more than a plan may have", async () => {
    const small = await open({ limits: { fields: 100 } });
    expect(await refusal(small, { query: DOUBLING })).toMatchObject({
      status: 400,
      message: expect.stringContaining("fields"),
    });
    await small.close();
  });

  it("fragments in a circle are named", async () => {
    const query = "{ posts { ...A } } fragment A on Post { ...B } fragment B on Post { ...A }";
    expect(await refusal(galley, { query })).toEqual({
      status: 400,
      message: 'Cannot spread fragment "A" within itself via "B".',
    });
  });

  it("questions about the schema do not go round in it", async () => {
    const query = `{ __schema { types { ${"fields { type { ".repeat(5)}name${" } }".repeat(5)} } } }`;
    expect(await refusal(galley, { query })).toMatchObject({
      status: 400,
      message: "Maximum introspection depth exceeded",
    });
  });
});

describe("the answer of an operation is limited too", () => {
  it("in entries", async () => {
    const galley = await open({ limits: { entries: 2 } });
    const tags = galley.documents("api::tag.tag");
    for (const name of ["a", "b", "c"]) await tags.create({ data: { name } });
    const { status, message } = await refusal(galley, { query: "{ tags { name } }" });
    expect([status, message]).toEqual([400, 'The operation exceeds the limit "entries": more than 2 entries']);
    expect((await refusal(galley, { query: "{ tags(pagination: { limit: 2 }) { name } }" })).status).toBe(200);
    await galley.close();
  });

  it("in work, which all root fields share", async () => {
    const galley = await open({ limits: { work: 1000 } });
    const tags = galley.documents("api::tag.tag");
    for (let number = 0; number < 20; number++) await tags.create({ data: { name: String(number) } });
    const sorted = (count: number) => ({
      query: `{ ${repeated(count, (at) => `a${at}: tags(sort: "name") { name }`)} }`,
    });
    expect((await refusal(galley, sorted(1))).status).toBe(200);
    const { status, message } = await refusal(galley, sorted(30));
    expect([status, message]).toEqual([400, 'The operation exceeds the limit "work": more than 1000 units of work']);
    await galley.close();
  });

  it("in time", async () => {
    const galley = await open({ maxLimit: 1000, limits: { time: 1 } });
    const tags = galley.documents("api::tag.tag");
    for (let number = 0; number < 300; number++) await tags.create({ data: { name: String(number) } });
    const fields = repeated(
      100,
      (at) => `a${at}: tags(pagination: { limit: 1000 }, sort: "name:desc") { name posts { title } }`,
    );
    const { status, message } = await refusal(galley, { query: `{ ${fields} }` });
    expect([status, message]).toEqual([400, 'The operation exceeds the limit "time": more than 1 milliseconds']);
    await galley.close();
  });
});

describe("ordinary operations meet no limit", () => {
  const galley = openedForAll(() => open(true));

  it.each([
    ["twenty levels", { query: inEachOther(10).replaceAll("posts {", "posts(pagination: { limit: 1 }) {") }],
    ["two hundred aliases", { query: `{ ${repeated(200, (at) => `a${at}: posts { title }`)} }` }],
    ["four lists within each other", { query: "{ posts { tags { posts { tags { name } } } } }" }],
    ["a hundred values", { query: FILTER, variables: { f: { title: { in: repeated(100, String).split(" ") } } } }],
  ])("%s", async (_name, body) => {
    expect(await refusal(galley, body)).toEqual({ status: 200, message: "" });
  });

  it("the question that editors ask about the schema", async () => {
    const { getIntrospectionQuery } = await import("graphql");
    expect((await refusal(galley, { query: getIntrospectionQuery() })).status).toBe(200);
  });
});

const POSTS = "query ($f: PostFiltersInput, $s: [String]) { all: posts(filters: $f, sort: $s) { title } }";

const filled = <T>(count: number, item: T): readonly T[] => Array.from({ length: count }, () => item);

/** The variables with a list of so many, by the limit of its length. */
const LISTS = {
  listValues: (count: number) => ({ f: { author: { name: { in: filled(count, "x") } } } }),
  branches: (count: number) => ({ f: { or: filled(count, { title: { eq: "x" } }) } }),
  sortKeys: (count: number) => ({ s: filled(count, "title:desc") }),
};

async function withBlog(options: Partial<GalleyOptions>, work: (blog: OpenBlog) => Promise<void>): Promise<void> {
  const blog = await openBlog({ graphql: true, ...options });
  try {
    await work(blog);
  } finally {
    await blog.close();
  }
}

/** A list of the most items is answered, one of one more refused at its field. */
async function expectLimits(blog: OpenBlog, most: { readonly [name in keyof typeof LISTS]: number }): Promise<void> {
  for (const [name, variables] of Object.entries(LISTS)) {
    const limit = most[name as keyof typeof LISTS];
    expect((await ask(blog.visitor, POSTS, variables(limit))).errors, name).toEqual([]);
    const { errors } = await ask(blog.visitor, POSTS, variables(limit + 1));
    const message = expect.stringContaining(`more than ${limit} `);
    expect(errors, name).toMatchObject([{ code: "BAD_USER_INPUT", path: ["all"], message }]);
  }
}

describe("a list in the arguments of GraphQL", () => {
  it("may be as long as one of REST", () =>
    withBlog({}, (blog) => expectLimits(blog, { listValues: 100, branches: 50, sortKeys: 10 })));

  it("may be as long as the configuration says", () => {
    const queryLimits = { listValues: 5, branches: 3, sortKeys: 2 };
    return withBlog({ queryLimits }, (blog) => expectLimits(blog, queryLimits));
  });

  it("has no end in the profile strapi", () =>
    withBlog({ profile: "strapi" }, async (blog) => {
      for (const variables of Object.values(LISTS)) {
        expect((await ask(blog.visitor, POSTS, variables(200))).errors).toEqual([]);
      }
    }));

  it("is held to it in lists of linked entries too", () =>
    withBlog({}, async (blog) => {
      await blog.editor.post("/api/posts", { data: { title: "Alpha", status: "published" } });
      const query = "query ($s: [String]) { posts { tags(sort: $s) { name } } }";
      const { errors } = await ask(blog.visitor, query, { s: filled(11, "name") });
      expect(errors).toMatchObject([{ code: "BAD_USER_INPUT", path: ["posts", 0, "tags"] }]);
    }));
});
