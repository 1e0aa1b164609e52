import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import type { GraphqlOptions } from "../../../../transport/parts/graphql/options.ts";
import { withJson } from "../../../support/requests/json.ts";

const type = (singularName: string, pluralName: string, attributes: object) => ({
  info: { singularName, pluralName, displayName: singularName },
  attributes: { ...attributes },
});

/** A visitor may find posts; of secrets there is nothing it may do. */
function open(graphql: GraphqlOptions): Promise<Galley> {
  return createGalley({
    schema: {
      contentTypes: {
        "api::secret.secret": type("secret", "secrets", {
          word: { type: "string" },
          mood: { type: "enumeration", enum: ["secretive", "open"] },
          secretPart: { type: "component", component: "box.part" },
        }),
        "api::post.post": type("post", "posts", {
          title: { type: "string" },
          secretNumber: { type: "integer", private: true },
          secretly: { type: "relation", relation: "oneToOne", target: "api::secret.secret" },
        }),
      },
      components: { "box.part": { attributes: { secretCode: { type: "string" } } } },
    },
    graphql,
    roles: { public: { post: ["find"] } },
    tokens: [{ name: "editor", token: "token-of-the-editor", access: "full-access" }],
    // biome-ignore lint/suspicious/noExplicitAny: made of parts, which the compiler does not follow
  } as any);
}

async function ask(galley: Galley, query: string, variables: object = {}, token?: string): Promise<string> {
  const response = await galley.fetch(
    "/graphql",
    withJson("POST", { query, variables }, { ...(token && { authorization: `Bearer ${token}` }) }),
  );
  return response.text();
}

const QUERIES = [
  ["{ secretz { word } }", {}],
  ["query ($f: SecretFilterInput) { posts { title } }", {}],
  ["mutation { createSecrets(data: {}) { word } }", {}],
  ["mutation { deleteSecrets(documentId: 1) { documentId } }", {}],
  ["{ posts { secretl { word } } }", {}],
  ["{ posts(filters: { secretl: { word: null } }) { title } }", {}],
  ["query ($f: PostFiltersInput) { posts(filters: $f) { title } }", { f: { secretl: {} } }],
  ["{ ... on Secretx { word } }", {}],
  ["mutation { createPost(data: { secretNumbr: 1 }) { title } }", {}],
  ["mutation { createSecret(data: { secretPar: null }) { word } }", {}],
  ["mutation { createSecret(data: { secretPart: { secretCod: 1 } }) { word } }", {}],
  ["mutation { createSecret(data: { mood: secretiv }) { word } }", {}],
] as const;

describe("the suggestion of an error", () => {
  let shown: Galley;
  let closed: Galley;
  beforeAll(async () => {
    shown = await open({ introspection: true });
    closed = await open({ introspection: false });
  });
  afterAll(() => Promise.all([shown.close(), closed.close()]));

  it.each(QUERIES)("names nothing that the caller may do nothing to: %s", async (query, variables) => {
    const text = await ask(shown, query, variables);
    const { message } = JSON.parse(text).errors[0];
    expect(message.split("Did you mean")[1] ?? "").not.toMatch(/secret/i);
    expect(await ask(shown, query, variables, "token-of-the-editor")).toMatch(/Did you mean[^?]*secret/i);
  });

  it("names only parameters that the caller may use", async () => {
    expect(await ask(shown, "{ post { title } postz { title } }")).toContain('Did you mean \\"post\\" or \\"posts\\"?');
    expect(await ask(shown, "{ posts { titel } }")).toContain('Did you mean \\"title\\"?');
  });

  it.each([["{ posts { titel } }", {}], ...QUERIES] as const)(
    "is nothing without introspection: %s",
    async (query, variables) => {
      for (const token of [undefined, "token-of-the-editor"]) {
        expect(await ask(closed, query, variables, token)).not.toContain("Did you mean");
      }
    },
  );
});

describe("errors have 4 kB at most", () => {
  let galley: Galley;
  beforeAll(async () => {
    galley = await open({});
    for (let at = 0; at < 30; at++) await galley.documents("api::post.post").create({ data: { title: `Post ${at}` } });
  });
  afterAll(() => galley.close());

  const long = "x".repeat(150_000);
  it.each([
    ["a sort of a field", "query ($s: [String]) { posts(sort: $s) { title } }", { s: [long] }],
    ["a value of a variable", "query ($s: Pagination) { posts { title } }", { s: long }],
    [
      "many variables",
      `query (${names("$v", ": Int")}) { posts { title } }`,
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`v${at}`, `${at}`.repeat(50)])),
    ],
    ["many fields", `{ ${names("a", `: posts(sort: "${"y".repeat(200)}") { title }`, 150)} }`, {}],
    ["fields of every entry", "{ posts { title secretly { word } } }", {}],
  ])("for %s", async (_what, query, variables) => {
    const text = await ask(galley, query, variables);
    const { errors } = JSON.parse(text);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors[0].extensions.code).toEqual(expect.any(String));
    expect(Buffer.byteLength(JSON.stringify(errors))).toBeLessThanOrEqual(4096);
  });

  function names(before: string, after: string, count = 300): string {
    return Array.from({ length: count }, (_, at) => `${before}${at}${after}`).join(" ");
  }
});
