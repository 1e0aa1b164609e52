import { describe, expect, it, onTestFinished } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { withJson } from "../../../support/requests/json.ts";
import { openedForAll } from "../../../support/run/opened.ts";

interface Reply {
  readonly data?: { readonly [name: string]: unknown } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: object }[];
}

async function post(galley: Galley, query: string, variables: object = {}) {
  const response = await galley.fetch("/graphql", withJson("POST", { query, variables }));
  const { data, errors = [] } = (await response.json()) as Reply;
  return { status: response.status, data, messages: errors.map(({ message }) => message) };
}

describe("the faults of an operation", () => {
  const galley = openedForAll(() =>
    createGalley({
      schema: BLOG,
      graphql: true,
      roles: { public: { "*": ["find", "findOne", "create"] } },
    }),
  );

  it("is a page of both styles before anything else of its list", async () => {
    const { messages } = await post(galley, '{ posts(sort: "nope", pagination: { page: 1, limit: 1 }) { title } }');
    expect(messages).toEqual(["Cannot use both page & offset pagination in the same query"]);
  });

  it.each(["{ author: {} }", "{ author: null }", "{ not: { author: {} } }", "{ author: { posts: { author: {} } } }"])(
    "is a relation that the caller may not read, without conditions too: %s",
    async (filters) => {
      const strict = await createGalley({ schema: BLOG, graphql: true, roles: { public: { post: ["find"] } } });
      onTestFinished(() => strict.close());
      const { messages } = await post(strict, `{ posts(filters: ${filters}) { title } }`);
      expect(messages).toEqual(["Invalid key author"]);
      expect((await post(galley, `{ posts(filters: ${filters}) { title } }`)).messages).toEqual([]);
    },
  );

  it.each([
    ["[]", "Date cannot represent non string type false"],
    ["5", "Date cannot represent non string type 5"],
    ["true", "Date cannot represent non string type true"],
  ])("is told of the literal %s for a date as it is written", async (literal, message) => {
    const query = `mutation { createPost(data: { title: "a", publishedDate: ${literal} }) { title } }`;
    expect((await post(galley, query)).messages).toEqual([message]);
  });

  it.each([
    [[1], "Date cannot represent non string type [1]"],
    [{ a: 1 }, 'Date cannot represent non string type {"a":1}'],
  ])("is told of the variable %j for a date as JSON", async (value, message) => {
    const query = 'mutation ($day: Date) { createPost(data: { title: "a", publishedDate: $day }) { title } }';
    const { messages } = await post(galley, query, { day: value });
    expect(messages[0]).toContain(message);
  });

  it.each([
    ["true", "Component not found. expected one of: "],
    ['[["a"]]', "Component not found. expected one of: "],
  ])("is an entry of a zone that is %s", async (entry, message) => {
    const query =
      'mutation ($blocks: [PageBlocksDynamicZoneInput!]) { createPage(data: { title: "a", blocks: $blocks }) { title } }';
    expect((await post(galley, query, { blocks: JSON.parse(entry) })).messages[0]).toContain(message);
  });
});

describe("an entry of a zone in the document itself", () => {
  it("may have words for texts, as enumerations are named", async () => {
    const galley = await createGalley({
      schema: BLOG,
      graphql: true,
      roles: { public: { "api::page.page": ["find", "create"] } },
    });
    const entry = '{ __typename: "ComponentBlocksHero", heading: spring }';
    const shown = "blocks { ... on ComponentBlocksHero { heading } }";
    const { data } = await post(
      galley,
      `mutation { createPage(data: { title: "a", blocks: [${entry}] }) { ${shown} } }`,
    );
    expect(data).toEqual({ createPage: { blocks: [{ heading: "spring" }] } });
    await galley.close();
  });
});

describe("a query with a field error", () => {
  it("has no more work than any other, though it is run again", async () => {
    const galley = await createGalley({
      schema: BLOG,
      graphql: { limits: { work: 1000 } },
      roles: { public: { "api::tag.tag": ["find"] } },
    });
    const tags = galley.documents("api::tag.tag");
    for (let number = 0; number < 20; number++) await tags.create({ data: { name: String(number) } });
    const lists = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: tags(sort: "name") { name }`);
    const one = await post(galley, `{ ${lists(1).join(" ")} post(documentId: "a") { title } }`);
    expect([one.status, one.messages]).toEqual([200, ["Forbidden access"]]);
    const many = await post(galley, `{ ${lists(30).join(" ")} post(documentId: "a") { title } }`);
    expect([many.status, many.messages]).toEqual([
      400,
      ['The operation exceeds the limit "work": more than 1000 units of work'],
    ]);
    await galley.close();
  });
});

describe("questions about the schema", () => {
  it("are answered the same any number of times", async () => {
    const galley = await createGalley({ schema: BLOG, graphql: true });
    const query = "{ __schema { types { name } } }";
    const first = await post(galley, query);
    expect(first.data?.__schema).toBeDefined();
    expect(await post(galley, query)).toEqual(first);
    await galley.close();
  });

  it("do not list everything again and again under other names", async () => {
    const galley = await createGalley({ schema: BLOG, graphql: true });
    const lists = (count: number) => Array.from({ length: count }, (_, at) => `a${at}: types { name }`).join(" ");
    expect((await post(galley, `{ __schema { ${lists(3)} } }`)).status).toBe(200);
    const { status, messages } = await post(galley, `{ __schema { ${lists(4)} } }`);
    expect([status, messages]).toEqual([400, [expect.stringContaining('limit "aliases"')]]);
    await galley.close();
  });
});

const SECRET = "correct horse";

const schema = schemaOf({
  member: {
    attributes: { name: { type: "string" }, age: { type: "integer" }, pin: { type: "password" } },
  },
  note: { attributes: { title: { type: "string" } } },
});

describe("the faults of variables that hold a password", () => {
  const galley = openedForAll(() =>
    createGalley({ schema, graphql: true, roles: { public: { "*": ["find", "findOne", "create"] } } }),
  );

  async function told(query: string, variables: object): Promise<string> {
    const response = await galley.fetch("/graphql", withJson("POST", { query, variables }));
    expect(response.status).toBe(400);
    return response.text();
  }

  const create = "mutation ($data: MemberInput!) { createMember(data: $data) { name } }";

  it.each<readonly [string, object, string]>([
    ["beside a wrong value", { name: "Ann", age: "x", pin: SECRET }, '\\"$data.age\\"'],
    ["beside an unknown field", { nope: 1, pin: SECRET }, 'Field \\"nope\\" is not defined'],
    ["under a misspelled name", { name: "Ann", pim: SECRET }, 'Field \\"pim\\" is not defined'],
    ["as a list", { pin: [SECRET] }, "String cannot represent a non string value"],
    ["within an object", { pin: { text: SECRET } }, "String cannot represent a non string value"],
  ])("tells where it is, but not a password %s", async (_where, data, fault) => {
    const text = await told(create, { data });
    expect(text).toContain(fault.startsWith("\\") ? "got invalid value" : fault);
    expect(text).not.toContain(SECRET);
  });

  it("does not repeat a number that was sent as a password", async () => {
    expect(await told(create, { data: { pin: 271_828 } })).not.toContain("271828");
  });

  it("does not repeat a password in the place of the whole input", async () => {
    expect(await told(create, { data: SECRET })).not.toContain(SECRET);
  });

  it("does not repeat a password that has its own variable", async () => {
    const query = "mutation ($secret: String) { createMember(data: { pin: $secret }) { name } }";
    const text = await told(query, { secret: [SECRET] });
    expect(text).toContain("got invalid value");
    expect(text).not.toContain(SECRET);
  });

  it("reports other input in the words of graphql-js", async () => {
    const query = "mutation ($data: NoteInput!) { createNote(data: $data) { title } }";
    const text = await told(query, { data: { title: "x", nope: 1 } });
    expect(text).toContain('got invalid value { title: \\"x\\", nope: 1 }');
  });
});
