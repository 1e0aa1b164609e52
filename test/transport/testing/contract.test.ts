import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import {
  type Contract,
  contractMatchers,
  contractOf,
  type FetchFunction,
} from "../../../transport/testing/contract/index.ts";
import { BLOG } from "../../support/content/blog.ts";

let galley: Galley;
let contract: Contract;
let fetch: FetchFunction;

beforeAll(async () => {
  galley = await createGalley({
    schema: BLOG,
    todo: true,
    seed: { post: [{ title: "Bread", views: 3 }] },
    roles: { public: { "*": ["find", "findOne"] } },
    tokens: [{ name: "all", token: "all", access: "full-access" }],
  });
  contract = await contractOf(galley);
  fetch = contract.watch(galley.fetch);
});
afterAll(() => galley.close());
beforeEach(() => contract.clear());

const told = () => contract.violations.map(({ part, at, message }) => `${part} ${at} ${message}`);

/** The same fetch, whose answers are changed on the way. */
const changed = (change: (body: string) => string): FetchFunction =>
  contract.watch(async (input, init) => {
    const answer = await galley.fetch(input, init);
    const { status, headers } = answer;
    return new Response(change(await answer.text()), { status, headers });
  });

const json = (body: unknown, method = "POST"): RequestInit => ({
  method,
  headers: { authorization: "Bearer all", "content-type": "application/json" },
  body: typeof body === "string" ? body : JSON.stringify(body),
});

describe("a contract", () => {
  it.each([
    ["/api/posts", {}],
    ["/api/posts?filters[views][$gt]=2&populate[author][fields][0]=name&pagination[page]=1&sort=title", {}],
    ["/api/posts/unknown", {}],
    ["/api/posts", { method: "HEAD" }],
    ["/api/posts", json({ data: { title: "New" } })],
    ["/todos", json({ title: "Write" })],
  ] as const)("finds nothing wrong with %s %o", async (path, init) => {
    await fetch(path, init);
    expect(told()).toEqual([]);
    expect(contract.exchanges).toBe(1);
  });

  it.each([
    ["/api/pots", {}, "request path is not in the document"],
    ["/api/posts", { method: "PUT" }, "request path does not have this method in the document"],
    ["/api/posts?fliters[title]=x", {}, "request query/fliters is not in the document"],
    ["/api/posts?filters[titel]=x", {}, "request query/filters must not have titel"],
    ["/api/posts?pagination[page]=one", {}, "request query/pagination/page must be integer"],
    ["/todos/one", {}, "request path/id must be integer"],
    ["/api/posts", json({ data: { views: "many" } }), "request body/data/views must be integer,null"],
    ["/api/posts", json("{"), "request body is no JSON"],
    [
      "/api/posts",
      { ...json({ data: {} }), headers: {} },
      "request content-type is text/plain, and in the document application/json",
    ],
  ] as const)("tells what is wrong with the request %s %o", async (path, init, violation) => {
    await fetch(path, init);
    expect(told()).toContain(violation);
  });

  it.each([
    ["a number for a text", (body: string) => body.replace('"Bread"', "5"), "body/data/0/title must be string"],
    [
      "a field that there is not",
      (body: string) => body.replace('"views":3', '"secret":3'),
      "body/data/0 must not have secret",
    ],
    [
      "no identity",
      (body: string) => body.replace('"documentId"', '"title"'),
      "body/data/0 must have required property 'documentId'",
    ],
    ["what is no JSON", () => "<html>", "body is no JSON"],
  ])("tells of an answer with %s", async (_what, change, violation) => {
    await changed(change)("/api/posts?filters[title]=Bread");
    expect(told()).toContain(`response ${violation}`);
  });

  it("reports a status that the document does not have", async () => {
    await contract.watch(async () => new Response("{}", { status: 418 }))("/api/posts");
    expect(told()).toEqual(["response status 418 is not in the document"]);
  });

  it("returns the answer unchanged, and selects those of a server by its address", async () => {
    const { url, close } = await galley.listen({ port: 0 });
    try {
      const served = await contractOf(`${url}/api/openapi.json`, { baseUrl: url });
      const ask = served.watch(globalThis.fetch);
      expect(await (await ask(new Request(`${url}/api/posts?fields=title`))).json()).toHaveProperty("data");
      await ask("data:text/plain,elsewhere");
      expect([served.exchanges, served.violations]).toEqual([1, []]);
    } finally {
      await close();
    }
  });

  it("leaves the bodies to sender and receiver", async () => {
    const request = new Request("http://galley.test/api/posts", json({ data: { title: "Kept" } }));
    const response = await galley.fetch(request.clone());
    expect(await contract.check(request, response)).toEqual([]);
    expect(await request.json()).toEqual({ data: { title: "Kept" } });
    expect(await response.json()).toMatchObject({ data: { title: "Kept" } });
  });
});

describe("toMatchContract", () => {
  const { toMatchContract } = contractMatchers;

  it("holds for an exchange that keeps to the document, and for a contract", async () => {
    expect(toMatchContract(await fetch("/api/posts"))).toMatchObject({ pass: true });
    expect(toMatchContract(contract)).toMatchObject({ pass: true });
  });

  it("reports every violation with its place", async () => {
    const { pass, message } = toMatchContract(await fetch("/api/posts?titel=x"));
    expect([pass, message()]).toEqual([
      false,
      "The exchange breaks the document:\n  GET /api/posts?titel=x: request query/titel is not in the document",
    ]);
    expect(toMatchContract(contract).pass).toBe(false);
  });

  it("does not apply to values that were never checked", async () => {
    const results = [
      toMatchContract(contract),
      toMatchContract(await galley.fetch("/api/posts")),
      toMatchContract(null),
    ];
    expect(results.map(({ pass }) => pass)).toEqual([false, false, false]);
  });
});
