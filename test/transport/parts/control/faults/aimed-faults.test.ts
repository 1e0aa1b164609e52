import { describe, expect, it } from "vitest";
import { createGalley, type FaultMatch, type FaultSpec } from "../../../../../transport/galley.ts";
import { BLOG } from "../../../../support/content/blog.ts";

const open = () => createGalley({ schema: BLOG, cors: "*", roles: { public: { tag: ["find", "findOne"] } } });

describe("a fault", () => {
  it("hits what a function says", async () => {
    await using galley = await open();
    galley.faults.add({
      match: ({ query, headers }) => query === "sort=name" && headers["x-mine"] === "1",
      status: 500,
    });
    const headers = { "x-mine": "1" };
    const statuses = [];
    for (const path of ["/api/tags", "/api/tags?sort=name"])
      statuses.push((await galley.fetch(path, { headers })).status);
    expect([...statuses, (await galley.fetch("/api/tags?sort=name")).status]).toEqual([200, 500, 200]);
  });

  it("hits only the second request", async () => {
    await using galley = await open();
    galley.faults.add({ match: { path: "/api/tags" }, status: 500, after: 1, times: 1 });
    const statuses = [];
    for (const path of ["/api/tags", "/api/tags/a", "/api/tags", "/api/tags"]) {
      statuses.push((await galley.fetch(path)).status);
    }
    expect(statuses).toEqual([200, 404, 500, 200]);
  });

  it("tells whether it has hit anything", async () => {
    await using galley = await open();
    const meant = galley.faults.add({ match: { path: "/api/tag" }, status: 500 });
    galley.faults.add({ match: { path: "/api/tags" }, delay: 1 });
    await galley.fetch("/api/tags");
    expect(galley.faults.unused()).toEqual([meant]);
  });

  it.each([
    "/api/tags/abc",
    "api/tags/abc",
    "/api/tags/abc/",
    "https://cms.example.com/api/tags/abc",
    "http://localhost:1337/api/tags/:id",
    "/api/tags/:id",
    "/api/:type/{id}",
    "/api/tags/%61bc",
    "**/abc",
  ])("hits a path written %s", async (path) => {
    await using galley = await open();
    galley.faults.add({ match: { path }, status: 500 });
    const statuses = [];
    for (const each of ["/api/tags/abc", "/api/tags/abc/", "/api/tags", "/api/tags/", "/api/tags/abc/d"]) {
      statuses.push((await galley.fetch(each)).status);
    }
    expect(statuses).toEqual([500, 500, 200, 200, 404]);
  });

  it.each([
    ["/api/tags?sort=name"],
    ["https://cms.example.com/api/tags?sort=name"],
    ["/api/tags/:id?"],
    ["/api/tags/:id(\\d+)"],
    ["/api/tags{/:id}"],
    ["/api/(.*)"],
    ["/api/tags#top"],
  ])("is refused for a path written %s", async (path) => {
    await using galley = await open();
    expect(() => galley.faults.add({ match: { path }, status: 500 })).toThrow("match.path must be");
  });

  it.each<[FaultSpec, string]>([
    [{ delay: 1, body: "late" }, "body needs a status"],
    [{ delay: 1, headers: { a: "b" } }, "headers needs a status"],
    [{ match: { status: 200 } as FaultMatch, delay: 1 }, "match.status is not known when a fault hits"],
    [{ status: 500, after: -1 }, "after must be a whole number from 0"],
    [{ status: 500, headers: { "Content-Length": "3" } }, "none of the connection"],
  ])("is refused as %j", async (spec, message) => {
    await using galley = await open();
    expect(() => galley.faults.add(spec)).toThrow(message);
  });

  it.each(["fetch", "uws", "node"] as const)("replaces the headers of every answer over %s", async (listener) => {
    await using galley = await open();
    const ask = listener === "fetch" ? galley.fetch : fetch;
    const base = listener === "fetch" ? "" : (await galley.listen({ port: 0, listener })).url;
    const before = await ask(`${base}/api/tags`, { headers: { origin: "http://app.test" } });
    const names = [...before.headers.keys()].filter(
      (name) => !/^(connection|content-length|date|keep-alive|uwebsockets)$/.test(name),
    );
    expect(names).toEqual(
      expect.arrayContaining(["content-type", "vary", "x-request-id", "access-control-allow-origin"]),
    );
    const headers = Object.fromEntries(names.map((name) => [name.toUpperCase(), "text/mine"]));
    galley.faults.add({ status: 502, body: "<p>Bad gateway</p>", headers });
    const answer = await ask(`${base}/api/tags`, { headers: { origin: "http://app.test" } });
    expect(names.map((name) => answer.headers.get(name))).toEqual(names.map(() => "text/mine"));
    expect([answer.status, await answer.text()]).toEqual([502, "<p>Bad gateway</p>"]);
    expect(galley.requests.last()?.response.headers["content-type"]).toBe("text/mine");
  });
});
