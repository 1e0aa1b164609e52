import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createGalley, ExpectationError, type Galley, type RequestMatch } from "../../../../transport/galley.ts";
import { BODY_BYTES, recordedBody } from "../../../../transport/parts/control/requests/recorded-body.ts";
import { matcherOf } from "../../../../transport/parts/control/requests/request-match.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { withJson } from "../../../support/requests/json.ts";

const tokens = [{ name: "ci", token: "ci", access: "full-access" }] as const;
const headers = { authorization: "Bearer ci", "content-type": "application/json" };

const open = (keepRequests?: number) =>
  createGalley({ schema: BLOG, todo: true, tokens, ...(keepRequests !== undefined && { keepRequests }) });

function post(galley: Galley, name: string): Promise<Response> {
  return galley.fetch("/api/tags", withJson("POST", { data: { name, slug: "s" } }, headers));
}

describe("the requests of a galley", () => {
  it("are kept with headers, bodies and answers, in order", async () => {
    await using galley = await open();
    await post(galley, "one");
    await galley.fetch("/api/tags?sort=name&filters[name][$eq]=one", { headers });
    await galley.fetch("/todos", { method: "POST", headers: { "content-type": "application/json" }, body: "{" });
    const [first, second, third] = galley.requests;
    expect(galley.requests).toHaveLength(3);
    expect(first).toMatchObject({
      method: "POST",
      path: "/api/tags",
      query: "",
      headers,
      body: { data: { name: "one" } },
      status: 201,
      response: { headers: { "content-type": "application/json; charset=utf-8" }, body: { data: { name: "one" } } },
    });
    expect(second).toMatchObject({ method: "GET", body: null, query: "sort=name&filters[name][$eq]=one" });
    expect(third).toMatchObject({ body: "{", status: 400 });
  });

  it("are kept with the beginning of a body that is larger than a mebibyte", async () => {
    await using galley = await createGalley({ schema: BLOG, tokens, bodyLimit: 4 * 1_048_576 });
    const body = JSON.stringify({ data: { bio: "ü".repeat(1_100_000), name: "Ann" } });
    await galley.fetch("/api/authors", { method: "POST", headers, body });
    await galley.fetch("/api/authors", { headers });
    const [written, list] = galley.requests;
    expect([written?.bodyIsCut, written?.response.bodyIsCut]).toEqual([true, true]);
    expect([list?.bodyIsCut, list?.response.bodyIsCut]).toEqual([undefined, true]);
    expect(String(written?.body).startsWith('{"data":{"bio":"üü')).toBe(true);
    expect(JSON.stringify(galley.requests.all()).length).toBeLessThan(3.1 * 1_048_576);
  });

  it("are kept of a real listener too", async () => {
    await using galley = await open();
    const { url } = await galley.listen({ port: 0 });
    await fetch(`${url}/api/tags`, { headers: { ...headers, "x-mine": "1" } });
    expect(galley.requests.last()?.headers).toMatchObject({ authorization: "Bearer ci", "x-mine": "1" });
  });

  it.each<[RequestMatch, number]>([
    [{}, 3],
    [{ method: "post" }, 2],
    [{ path: "/api/tags" }, 2],
    [{ path: "/api/*" }, 2],
    [{ path: "/**" }, 3],
    [{ path: "/*" }, 1],
    [{ path: "/API/tags" }, 0],
    [{ path: /^\/api/g }, 2],
    [{ query: { "filters[name][$eq]": "one two" } }, 1],
    [{ headers: { Authorization: /^Bearer/ } }, 2],
    [{ headers: { authorization: "Bearer" } }, 0],
    [{ headers: { __proto__x: "" } }, 0],
    [{ body: { data: { name: "one" } } }, 1],
    [{ body: { data: { name: "one", other: undefined } } }, 0],
    [{ body: { data: {} }, status: "2xx" }, 1],
    [{ body: null }, 1],
    [{ status: 400 }, 1],
    [{ status: "4xx", method: "GET" }, 0],
  ])("are found by %j", async (match, count) => {
    await using galley = await open();
    await post(galley, "one");
    await galley.fetch("/api/tags?filters[name][$eq]=one%20two", { headers });
    await galley.fetch("/todos", { method: "POST", headers: { "content-type": "application/json" }, body: "{" });
    expect(galley.requests.count(match)).toBe(count);
    expect(galley.requests.filter(match)).toHaveLength(count);
  });

  it("are found by a function", async () => {
    await using galley = await open();
    await post(galley, "one");
    expect(galley.requests.find(({ status }) => status === 201)?.method).toBe("POST");
    expect(galley.requests.find(() => false)).toBeUndefined();
  });

  it("are not found by meaningless parameters: these are errors with their places", async () => {
    await using galley = await open();
    const match = { url: "/api", status: "6xx", headers: { a: 1 } } as unknown as RequestMatch;
    expect(() => galley.requests.filter(match)).toThrow(
      "headers must be texts or regular expressions by name; status must be a number or one of 1xx, 2xx, 3xx, 4xx, 5xx; url is not a known key",
    );
  });

  it("are bounded in number, and none where none are wanted", async () => {
    await using galley = await open(2);
    for (const name of ["one", "two", "three"]) await post(galley, name);
    expect(galley.requests.all().map(({ body }) => body)).toMatchObject([
      { data: { name: "two" } },
      { data: { name: "three" } },
    ]);
    galley.requests.clear();
    expect(galley.requests.all()).toEqual([]);
    await using without = await open(0);
    await post(without, "one");
    expect(without.requests).toHaveLength(0);
  });

  it("are those of one galley: a fork has its own", async () => {
    await using galley = await open();
    await post(galley, "one");
    await using fork = galley.fork();
    await post(fork, "two");
    await post(fork, "three");
    expect([galley.requests.length, fork.requests.length]).toEqual([1, 2]);
  });
});

describe("an expectation", () => {
  it("gives the requests that meet it", async () => {
    await using galley = await open();
    await post(galley, "one");
    expect(galley.requests.expect({ method: "POST" })).toHaveLength(1);
    expect(galley.requests.expect({ method: "POST" }, { times: 1 })).toHaveLength(1);
    expect(galley.requests.expect({ method: "DELETE" }, { times: 0 })).toEqual([]);
  });

  it("that fails lists the requests that came instead", async () => {
    await using galley = await open();
    await galley.fetch("/api/tags?sort=name", { headers });
    const expectPost = () => galley.requests.expect({ method: "POST", path: /tags$/ }, { times: 2 });
    expect(expectPost).toThrow(ExpectationError);
    expect(expectPost).toThrow(
      'Expected 2 requests like {"method":"POST","path":"/tags$/"}, found 0. Asked was:\n  GET /api/tags?sort=name → 200',
    );
  });

  it("hides the values of secret parameters in its reports of requests", async () => {
    await using galley = await open();
    await galley.fetch("/api/tags?sort=name&jwt=abc", { headers });
    expect(() => galley.requests.expect({ method: "POST" })).toThrow("GET /api/tags?sort=name&jwt=[hidden] →");
  });

  it("waits for later requests", async () => {
    await using galley = await open();
    const waiting = galley.requests.waitFor({ method: "POST" }, { times: 2 });
    await post(galley, "one");
    await post(galley, "two");
    expect(await waiting).toHaveLength(2);
    expect(await galley.requests.waitFor({ method: "POST" })).toHaveLength(2);
  });

  it("waits no longer than allowed, and not for impossible results", async () => {
    await using galley = await open();
    await post(galley, "one");
    await expect(galley.requests.waitFor({ method: "PUT" }, { timeout: 20 })).rejects.toThrow(ExpectationError);
    await expect(galley.requests.waitFor({}, { times: 0, timeout: 60_000 })).rejects.toThrow(ExpectationError);
  });

  it("are waited for no longer than the timeout though the test has stopped the clock", async () => {
    await using galley = await open();
    vi.spyOn(Date, "now").mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(galley.requests.waitFor({}, { timeout: 20 })).rejects.toThrow(ExpectationError);
  });
});

it("a path may have 32 stars, and no more: each costs a walk over every path", () => {
  const matches = matcherOf({ path: `/${"*a".repeat(32)}b` });
  const seen = { method: "GET", path: `/${"a".repeat(2000)}`, query: "", headers: {}, body: undefined };
  expect(matches(seen)).toBe(false);
  expect(matches({ ...seen, path: `${seen.path}b` })).toBe(true);
  expect(() => matcherOf({ path: "*a".repeat(33) })).toThrow("path must be a text with at most 32 stars");
});

describe("the stored part of a body that is too long", () => {
  it.each([
    ["bytes", (length: number) => new Uint8Array(length)],
    ["a buffer", (length: number) => Buffer.alloc(length)],
  ])("is a copy of its beginning, so that the rest of %s is not held", (_what, make) => {
    const body = make(2 * BODY_BYTES).fill("a".charCodeAt(0));
    const { bytes, isCut, read } = recordedBody(body);
    body.fill("b".charCodeAt(0));
    expect([bytes, isCut]).toEqual([BODY_BYTES, true]);
    expect(read()).toBe("a".repeat(BODY_BYTES));
  });
});
