import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConfigError, createGalley, type Galley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";

const tokens = [
  { name: "ci", token: "ci", access: "full-access" },
  { name: "reader", token: "reader", access: "read-only" },
] as const;

let galley: Galley;
let url: string;
beforeEach(async () => {
  galley = await createGalley({
    schema: BLOG,
    tokens,
    roles: { public: { tag: ["find", "create"] } },
    control: { token: "control", maxForks: 3 },
    clock: "2026-01-01",
    ids: "sequential",
  });
  url = (await galley.listen({ port: 0 })).url;
});
afterEach(() => galley.close());

interface Sent {
  readonly fork?: string;
  readonly token?: string | null;
  readonly body?: unknown;
}

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each expectation says what it should be
  readonly body: any;
}

async function send(method: string, path: string, { fork, token = "ci", body }: Sent = {}): Promise<Reply> {
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(fork !== undefined && { "x-galley-fork": fork }),
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

const add = (name: string, fork?: string) =>
  send("POST", "/api/tags", { body: { data: { name } }, ...(fork !== undefined && { fork }) });

async function names(fork?: string): Promise<string[]> {
  const { body } = await send("GET", "/api/tags", fork === undefined ? {} : { fork });
  return body.data.map(({ name }: { name: string }) => name);
}

describe("X-Galley-Fork", () => {
  it("chooses a fork, made of the galley as it is when it is first named", async () => {
    await add("shared");
    await add("of one", "one");
    await add("of the base");
    await add("of two", "two");
    expect(await names()).toEqual(["shared", "of the base"]);
    expect(await names("one")).toEqual(["shared", "of one"]);
    expect(await names("two")).toEqual(["shared", "of the base", "of two"]);
    expect((await send("GET", "/__galley/forks")).body).toEqual({ data: [{ name: "one" }, { name: "two" }] });
  });

  it.each(["a b", "ä", "a/b", "x".repeat(129)])("refuses the name %j", async (name) => {
    const response = await galley.fetch("/api/tags", { headers: { "x-galley-fork": encodeURI(name).slice(0, 200) } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ data: null, error: { name: "ValidationError" } });
  });

  it("lets the fork that was named longest ago go for one more than there may be", async () => {
    for (const fork of ["one", "two", "three"]) await add(fork, fork);
    expect(await names("one")).toEqual(["one"]);
    expect(await names("four")).toEqual([]);
    expect((await send("GET", "/__galley/forks")).body.data).toEqual(
      ["four", "one", "three"].map((name) => ({ name })),
    );
    expect([await names("one"), await names("three"), await names("two")]).toEqual([["one"], ["three"], []]);
  });

  it("never lets forks go for strangers that were made on purpose", async () => {
    for (const fork of ["one", "two"]) {
      await send("PUT", `/__galley/forks/${fork}`);
      await add(fork, fork);
    }
    for (let at = 0; at < 10; at++)
      expect((await send("GET", "/api/tags", { fork: `f${at}`, token: null })).status).toBe(200);
    expect([await names("one"), await names("two")]).toEqual([["one"], ["two"]]);
    expect((await send("PUT", "/__galley/forks/three")).status).toBe(200);
    for (const [method, path] of [
      ["GET", "/api/tags"],
      ["PUT", "/__galley/forks/four"],
    ] as const) {
      const { status, body } = await send(method, path, { fork: "four" });
      expect([status, body.error.message]).toEqual([400, expect.stringContaining("There are 3 forks already")]);
    }
    expect((await send("DELETE", "/__galley/forks/two")).status).toBe(204);
    expect(await names("four")).toEqual([]);
  });

  it("lets the forks that were named longest ago go when all together hold too much", async () => {
    await using bounded = await createGalley({
      schema: BLOG,
      tokens,
      roles: { public: { author: ["find", "create"] } },
      control: { maxForkBytes: 1_000_000 },
    });
    const ask = (fork: string, method = "GET", body?: string) =>
      bounded.fetch("/api/authors", {
        method,
        headers: { "x-galley-fork": fork, "content-type": "application/json" },
        ...(body !== undefined && { body }),
      });
    const large = JSON.stringify({ data: { name: "Ann", bio: "x".repeat(200_000) } });
    for (let at = 0; at < 20; at++) expect((await ask(`f${at}`, "POST", large)).status).toBe(201);
    const listed = await bounded.fetch("/__galley/forks", { headers: { authorization: "Bearer ci" } });
    const { data } = (await listed.json()) as { readonly data: readonly { readonly name: string }[] };
    expect(data.length).toBeGreaterThan(0);
    expect(data.length).toBeLessThan(6);
    expect(data.map(({ name }) => name)).toContain("f19");
    // One alone may hold as much as the base could.
    for (let at = 0; at < 10; at++) expect((await ask("f19", "POST", large)).status).toBe(201);
  });

  it("may be sent by pages of other origins", async () => {
    const headers = {
      origin: "http://app.test",
      "access-control-request-method": "GET",
      "access-control-request-headers": "x-galley-fork",
    };
    const response = await galley.fetch("/api/tags", { method: "OPTIONS", headers });
    expect(response.headers.get("access-control-allow-headers")?.toLowerCase()).toMatch(/(^|,)x-galley-fork(,|$)/);
  });

  it("is ignored unless configured, and so is /__galley/", async () => {
    await using plain = await createGalley({ schema: BLOG, tokens, roles: { public: { tag: ["find"] } } });
    const headers = { "x-galley-fork": "a b", authorization: "Bearer ci" };
    expect((await plain.fetch("/api/tags", { headers })).status).toBe(200);
    expect((await plain.fetch("/__galley/forks", { headers })).status).toBe(404);
    expect((await plain.fetch("/__galley/reset", { method: "POST", headers })).status).toBe(404);
  });
});

describe("/__galley/", () => {
  it.each([
    ["ci", 200],
    ["control", 200],
    ["reader", 403],
    ["nobody", 401],
    [null, 401],
  ])("is open to the token %j: %i", async (token, status) => {
    expect((await send("GET", "/__galley/forks", { token })).status).toBe(status);
    const { body } = await send("POST", "/__galley/nothing", { token });
    expect(body.error.status).toBe(status === 200 ? 404 : status);
  });

  it("cannot be opened without a token to open it", async () => {
    await expect(createGalley({ schema: BLOG, control: true, tokens: [tokens[1]] })).rejects.toThrow(ConfigError);
  });

  it("makes forks afresh, of others too, and drops them", async () => {
    await add("of one", "one");
    expect((await send("PUT", "/__galley/forks/two", { body: { from: "one" } })).body).toEqual({
      data: { name: "two" },
    });
    expect(await names("two")).toEqual(["of one"]);
    await send("PUT", "/__galley/forks/one");
    expect(await names("one")).toEqual([]);
    expect((await send("PUT", "/__galley/forks/x", { body: { from: "nowhere" } })).status).toBe(404);
    expect((await send("DELETE", "/__galley/forks/nowhere")).status).toBe(404);
    expect((await send("DELETE", "/__galley/forks")).status).toBe(204);
    expect((await send("GET", "/__galley/forks")).body.data).toEqual([]);
  });

  it("resets, takes snapshots and goes back to them, each fork by itself", async () => {
    await add("one");
    expect((await send("PUT", "/__galley/snapshots/one")).status).toBe(200);
    await add("two");
    await add("three", "fork");
    await send("POST", "/__galley/snapshots/one/restore", { fork: "fork" });
    expect([await names(), await names("fork")]).toEqual([["one", "two"], ["one"]]);
    await send("POST", "/__galley/reset");
    expect([await names(), await names("fork")]).toEqual([[], ["one"]]);
    expect((await send("GET", "/__galley/snapshots")).body).toEqual({ data: [{ name: "one" }] });
    expect((await send("DELETE", "/__galley/snapshots/one")).status).toBe(204);
    expect((await send("POST", "/__galley/snapshots/one/restore")).status).toBe(404);
  });

  it("lists the requests of a fork, but not its own", async () => {
    await add("one", "fork");
    await send("GET", "/api/tags", { fork: "fork" });
    await send("GET", "/api/tags");
    const { body } = await send("GET", "/__galley/requests", { fork: "fork" });
    expect(body.data).toMatchObject([
      { method: "POST", path: "/api/tags", body: { data: { name: "one" } }, status: 201 },
      { method: "GET", response: { body: { data: [{ name: "one" }] } } },
    ]);
    const asked = async (query: string) =>
      (await send("GET", `/__galley/requests?${query}`, { fork: "fork" })).body.data.length;
    expect(await asked("method=post&path=/api/*&status=2xx")).toBe(1);
    expect(await asked("status=404")).toBe(0);
    expect((await send("GET", "/__galley/requests?url=/")).status).toBe(400);
    expect((await send("GET", "/__galley/requests?status=many")).status).toBe(400);
    expect((await send("DELETE", "/__galley/requests", { fork: "fork" })).status).toBe(204);
    expect(await asked("")).toBe(0);
  });

  it("waits for the requests that are expected", async () => {
    const match = { method: "POST", body: { data: { name: "late" } } };
    const waiting = send("POST", "/__galley/requests/expect", { body: { match, times: 1, timeout: 60_000 } });
    await add("late");
    expect((await waiting).body.data).toMatchObject([{ status: 201 }]);
    const failed = await send("POST", "/__galley/requests/expect", { body: { match: { method: "PUT" } } });
    expect(failed).toMatchObject({ status: 417, body: { error: { name: "ExpectationFailedError" } } });
    expect(failed.body.error.message).toContain("POST /api/tags → 201");
  });

  it("adds faults to a fork, lists and removes them", async () => {
    const spec = { match: { path: "/api/**" }, status: 503, times: 5 };
    const { status, body } = await send("POST", "/__galley/faults", { fork: "fork", body: spec });
    expect([status, body]).toEqual([201, { data: { id: 1, hits: 0, ...spec } }]);
    expect((await send("GET", "/api/tags", { fork: "fork" })).status).toBe(503);
    expect((await send("GET", "/api/tags")).status).toBe(200);
    expect((await send("GET", "/__galley/faults", { fork: "fork" })).body.data).toMatchObject([{ id: 1, hits: 1 }]);
    expect((await send("DELETE", "/__galley/faults/1", { fork: "fork" })).status).toBe(204);
    expect((await send("DELETE", "/__galley/faults/1", { fork: "fork" })).status).toBe(404);
    await send("POST", "/__galley/faults", { body: { status: 500 } });
    expect((await send("DELETE", "/__galley/faults")).status).toBe(204);
    expect(await names()).toEqual([]);
    expect((await send("PUT", "/__galley/latency", { body: { delay: [1, 2] } })).body).toEqual({
      data: { delay: [1, 2] },
    });
    expect((await send("GET", "/__galley/latency")).body).toEqual({ data: { delay: [1, 2] } });
  });

  it("is never hit by the faults it makes", async () => {
    await send("POST", "/__galley/faults", { body: { dropConnection: true } });
    expect((await send("DELETE", "/__galley/faults")).status).toBe(204);
  });

  it("sets the clock and moves it on", async () => {
    expect((await send("GET", "/__galley/clock")).body).toEqual({ data: { now: "2026-01-01T00:00:00.000Z" } });
    await send("PATCH", "/__galley/clock", { fork: "fork", body: { advance: 1500 } });
    await send("PATCH", "/__galley/clock", { body: { set: "2030-01-01" } });
    expect((await send("GET", "/__galley/clock", { fork: "fork" })).body.data.now).toBe("2026-01-01T00:00:01.500Z");
    expect((await add("late")).body.data.createdAt).toBe("2030-01-01T00:00:00.000Z");
  });

  it.each([
    ["PATCH", "/clock", {}, "needs either set or advance"],
    ["PATCH", "/clock", { set: "soon" }, '"soon" is not a time'],
    ["PATCH", "/clock", { advance: "1" }, "by whole milliseconds"],
    ["PATCH", "/clock", { set: null }, "is not a time"],
    ["POST", "/faults", { status: 1 }, "status must be a whole number"],
    ["POST", "/faults", [], "must be an object"],
    ["POST", "/faults", "{", "JSON"],
    ["PUT", "/latency", { delay: "1" }, "delay must be milliseconds"],
    ["PUT", "/forks/one", { form: "two" }, "form is not a known key"],
    ["PUT", "/forks/one", { from: 1 }, "from must be a text"],
    ["POST", "/requests/expect", { times: -1 }, "times must be a whole number"],
    ["POST", "/requests/expect", { match: 1 }, "must be an object"],
    ["POST", "/requests/expect", { match: { __proto__x: 1 } }, "is not a known key"],
  ])("refuses %s %s with %j", async (method, path, body, message) => {
    const { status, body: answer } = await send(method, `/__galley${path}`, { body });
    expect(status).toBe(400);
    expect(answer.error.message).toContain(message);
  });
});
