import { describe, expect, it } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { toFetch } from "../../../transport/index.ts";
import { conditionalSuite } from "../../conformance/conditional.suite.ts";
import { httpSuite, type Start } from "../../conformance/http.suite.ts";
import { pipelineSuite } from "../../conformance/pipeline.suite.ts";
import { BLOG } from "../../support/content/blog.ts";

const start: Start = async (handler, bodyLimit) => {
  const send = toFetch(handler, bodyLimit);
  return { fetch: (path, init) => send(new Request(`http://galley.test${path}`, init)), close: async () => {} };
};

httpSuite("fetch", start);
conditionalSuite("fetch", start);
pipelineSuite("fetch", start);

const open = (url?: string) =>
  createGalley({ schema: BLOG, roles: { public: { "*": ["find", "create"] } }, ...(url !== undefined && { url }) });

const POST = { method: "POST", headers: { "content-type": "application/json" }, body: '{"data":{"name":"one"}}' };

describe("the answers of fetch", () => {
  it("say where they come from", async () => {
    await using galley = await open();
    const answer = await galley.fetch("/api/tags?sort=name#top");
    expect([answer.url, answer.redirected]).toEqual(["http://galley.test/api/tags?sort=name", false]);
    expect(answer.clone().url).toBe(answer.url);
    expect((await galley.fetch(new Request("https://cms.test/api/tags"))).url).toBe("https://cms.test/api/tags");
  });

  it.each([
    [301, "GET", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [307, "POST", "POST"],
    [308, "POST", "POST"],
  ])("follow a redirect of %i from %s as %s", async (status, method, then) => {
    await using galley = await open();
    galley.faults.add({ match: { path: "/old" }, status, headers: { location: "/api/tags" } });
    const answer = await galley.fetch("/old", method === "GET" ? {} : POST);
    expect([answer.url, answer.redirected]).toEqual(["http://galley.test/api/tags", true]);
    expect(galley.requests.all().map((request) => request.method)).toEqual([method, then]);
    expect(galley.requests.last()?.headers["content-type"]).toBe(then === "GET" ? undefined : "application/json");
    expect(answer.status).toBe(then === "GET" ? 200 : 201);
  });

  it("are as they come, or an error, where the request says so", async () => {
    await using galley = await open();
    galley.faults.add({ match: { path: "/old" }, status: 302, headers: { location: "/api/tags" } });
    const manual = await galley.fetch("/old", { redirect: "manual" });
    expect([manual.status, manual.headers.get("location"), manual.redirected]).toEqual([302, "/api/tags", false]);
    await expect(galley.fetch("/old", { redirect: "error" })).rejects.toThrow(TypeError);
  });

  it("are an error where redirects do not end", async () => {
    await using galley = await open();
    galley.faults.add({ match: { path: "/old" }, status: 302, headers: { location: "/old" } });
    await expect(galley.fetch("/old")).rejects.toThrow(TypeError);
    expect(galley.requests).toHaveLength(21);
  });

  it("follow redirects to the galley's own addresses, and no others", async () => {
    await using galley = await open("https://site.test/cms");
    const { url } = await galley.listen({ port: 0 });
    for (const location of ["https://site.test/cms/api/tags", `${url}/api/tags`]) {
      galley.faults.add({ match: { path: "/old" }, status: 302, headers: { location }, times: 1 });
      expect((await galley.fetch("/old")).status).toBe(200);
    }
    galley.faults.add({ match: { path: "/old" }, status: 302, headers: { location: "https://site.test/other" } });
    expect((await galley.fetch("/old")).status).toBe(302);
  });
});
