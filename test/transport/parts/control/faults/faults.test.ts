import { describe, expect, it } from "vitest";
import { createGalley, type FaultSpec, type Galley } from "../../../../../transport/galley.ts";
import { BLOG } from "../../../../support/content/blog.ts";
import { withJson } from "../../../../support/requests/json.ts";

const open = (ids?: number) =>
  createGalley({
    schema: BLOG,
    todo: true,
    roles: { public: { tag: ["find", "create"] } },
    cors: "*",
    ...(ids !== undefined && { ids }),
  });

const status = async (galley: Galley, path = "/api/tags", init?: RequestInit) =>
  (await galley.fetch(path, init)).status;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

describe("a fault", () => {
  it("answers in the shape of the service, which never sees the request", async () => {
    await using galley = await open();
    const fault = galley.faults.add({ match: { method: "POST" }, status: 503, headers: { "Retry-After": "3" } });
    const body = JSON.stringify({ data: { name: "one" } });
    const headers = { "content-type": "application/json", origin: "http://app.test" };
    const response = await galley.fetch("/api/tags", { method: "POST", headers, body });
    expect(response.status).toBe(503);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "retry-after": "3",
      "access-control-allow-origin": "*",
    });
    expect(await response.json()).toEqual({
      data: null,
      error: { status: 503, name: "ServiceUnavailableError", message: "Service Unavailable", details: {} },
    });
    const todo = await galley.fetch("/todos", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"title":"a"}',
    });
    expect([todo.status, await todo.json()]).toEqual([503, { error: "Service Unavailable" }]);
    expect(await (await galley.fetch("/api/tags")).json()).toMatchObject({ data: [] });
    expect(fault.hits).toBe(2);
    fault.remove();
    expect(
      await status(galley, "/todos", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"title":"a"}',
      }),
    ).toBe(201);
  });

  it.each<[FaultSpec["body"], string, string]>([
    [{ a: 1 }, '{"a":1}', "application/json; charset=utf-8"],
    ["<h1>Bad gateway</h1>", "<h1>Bad gateway</h1>", "text/plain; charset=utf-8"],
    [null, "null", "application/json; charset=utf-8"],
  ])("answers with a body of one's own: %j", async (body, text, type) => {
    await using galley = await open();
    galley.faults.add({ status: 502, body });
    const response = await galley.fetch("/api/tags");
    expect([response.status, await response.text(), response.headers.get("content-type")]).toEqual([502, text, type]);
  });

  it("hits as many requests as it is to, the first that was added first", async () => {
    await using galley = await open();
    galley.faults.add({ status: 500, times: 2 });
    galley.faults.add({ status: 429, times: 1 });
    const statuses = [];
    for (let asked = 0; asked < 4; asked++) statuses.push(await status(galley));
    expect(statuses).toEqual([500, 500, 429, 200]);
    expect(galley.faults.list()).toEqual([]);
  });

  it("hits by its body", async () => {
    await using galley = await open();
    galley.faults.add({ match: { body: { data: { name: "bad" } } }, status: 500 });
    const post = (name: string) => status(galley, "/api/tags", withJson("POST", { data: { name } }));
    expect([await post("good"), await post("bad"), await post("good")]).toEqual([201, 500, 201]);
  });

  it("hits with its probability, the same requests for the same seed", async () => {
    const play = async () => {
      await using galley = await open(7);
      galley.faults.add({ status: 500, probability: 0.5 });
      const statuses = [];
      for (let asked = 0; asked < 40; asked++) statuses.push(await status(galley));
      return statuses;
    };
    const statuses = await play();
    expect(new Set(statuses)).toEqual(new Set([200, 500]));
    expect(await play()).toEqual(statuses);
  });

  it("waits, and then answers as usual", async () => {
    await using galley = await open();
    galley.faults.add({ match: { path: "/api/tags" }, delay: 60, times: 1 });
    expect(await timeOf(async () => expect(await status(galley)).toBe(200))).toBeGreaterThanOrEqual(55);
  });

  it.each(["uws", "node"] as const)("drops the connection of %s, and the server goes on", async (listener) => {
    await using galley = await open();
    const { url } = await galley.listen({ port: 0, listener });
    galley.faults.add({ dropConnection: true, times: 1 });
    galley.faults.add({ dropConnection: true, delay: 10, times: 1 });
    await expect(fetch(`${url}/api/tags`, { method: "POST", body: "{}" })).rejects.toThrow("fetch failed");
    await expect(fetch(`${url}/api/tags`, { method: "POST", body: "{}" })).rejects.toThrow("fetch failed");
    expect((await fetch(`${url}/api/tags`)).status).toBe(200);
    expect(galley.requests.all().map((request) => request.status)).toEqual([0, 0, 200]);
  });

  it("resets a connection of node:http, closes one of uWebSockets.js, and rejects in process alike", async () => {
    await using galley = await open();
    const reset = async (call: Promise<Response>) => {
      const error: Error = await call.then(
        () => expect.fail("it is answered"),
        (error) => error,
      );
      return [error.message, (error.cause as { code?: string }).code];
    };
    galley.faults.add({ reset: true, times: 4 });
    const { url, close } = await galley.listen({ port: 0, listener: "node" });
    expect(await reset(fetch(`${url}/api/tags`))).toEqual(["fetch failed", "ECONNRESET"]);
    expect(await reset(fetch(`${url}/api/tags`, { method: "POST", body: "{}" }))).toEqual([
      "fetch failed",
      "ECONNRESET",
    ]);
    expect(await reset(galley.fetch("/api/tags"))).toEqual(["fetch failed", "ECONNRESET"]);
    const uws = await galley.listen({ port: 0, listener: "uws" });
    expect((await reset(fetch(`${uws.url}/api/tags`)))[0]).toBe("fetch failed");
    for (const each of [url, uws.url]) expect((await fetch(`${each}/api/tags`)).status).toBe(200);
    expect(galley.requests.all().map((request) => request.status)).toEqual([0, 0, 0, 0, 200, 200]);
    await close();
  });

  it("reports a dropped connection as the global fetch does", async () => {
    await using galley = await open();
    galley.faults.add({ dropConnection: true });
    await expect(galley.fetch("/api/tags")).rejects.toThrow(TypeError);
  });

  it("spares a browser's question whether it may ask", async () => {
    await using galley = await open();
    galley.faults.add({ status: 500 });
    const headers = { origin: "http://app.test", "access-control-request-method": "PUT" };
    expect(await status(galley, "/api/tags", { method: "OPTIONS", headers })).toBe(204);
  });

  it("is of one galley: forks are spared", async () => {
    await using galley = await open();
    galley.faults.add({ status: 500 });
    await using fork = galley.fork();
    expect([await status(galley), await status(fork)]).toEqual([500, 200]);
  });

  it("is gone after clear and after reset", async () => {
    await using galley = await open();
    galley.faults.add({ status: 500 });
    galley.faults.latency = 10;
    galley.faults.clear();
    expect([await status(galley), galley.faults.latency]).toEqual([200, 0]);
    galley.faults.add({ status: 500 });
    await galley.reset();
    expect(await status(galley)).toBe(200);
  });

  it.each<[unknown, string]>([
    [{}, "needs status, delay, dropConnection, reset, hold, drip, bandwidth, cut or garble"],
    [{ dropConnection: false }, "needs status"],
    [{ status: 99 }, "status must be a whole number from 200"],
    [{ status: 500, tiems: 1 }, "tiems is not a known key"],
    [{ status: 500, match: { pth: "/" } }, "match.pth is not a known key"],
    [{ delay: [5, 1] }, "delay must be milliseconds"],
    [{ delay: 1, probability: 2 }, "probability must be a number from 0 to 1"],
    [{ status: 500, headers: { "a\r\nb": "c" } }, "headers must be"],
    [{ status: 500, headers: { a: "c\r\nd: e" } }, "headers must be"],
    [null, "must be an object"],
  ])("that makes no sense is refused: %j", async (spec, message) => {
    await using galley = await open();
    expect(() => galley.faults.add(spec as FaultSpec)).toThrow(message);
  });
});

describe("latency", () => {
  it("is by how long every answer is late, those of faults too", async () => {
    await using galley = await open();
    galley.faults.latency = [60, 70];
    galley.faults.add({ status: 500, times: 1 });
    expect(await timeOf(() => status(galley))).toBeGreaterThanOrEqual(55);
    expect(await timeOf(() => status(galley))).toBeGreaterThanOrEqual(55);
    expect(() => {
      galley.faults.latency = -1;
    }).toThrow("delay must be milliseconds");
  });
});
