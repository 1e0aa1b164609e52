import { setupServer } from "msw/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { galleyHandlers } from "../../../../transport/testing/mounts/msw.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { faultPaths } from "../../../support/fault-paths.ts";
import { withJson } from "../../../support/requests/json.ts";

const tokens = [{ name: "ci", token: "ci", access: "full-access" }] as const;
const headers = { authorization: "Bearer ci", "content-type": "application/json" };

async function mount(baseUrl: string) {
  const galley = await createGalley({ schema: BLOG, tokens });
  let current = galley;
  const server = setupServer(...galleyHandlers(baseUrl, () => current));
  server.listen({ onUnhandledRequest: "error" });
  onTestFinished(async () => {
    server.close();
    await galley.close();
  });
  const use = (other: typeof galley): void => {
    current = other;
  };
  return { galley, use };
}

describe("galleyHandlers", () => {
  it.each(["https://cms.test", "https://cms.test/", "https://site.test:8443/cms"])(
    "answer what is asked of %s",
    async (baseUrl) => {
      await mount(baseUrl);
      const url = `${baseUrl.replace(/\/$/, "")}/api/tags`;
      const created = await fetch(url, withJson("POST", { data: { name: "one" } }, headers));
      expect(created.status).toBe(201);
      const found = await fetch(`${url}?filters[name][$eq]=one&fields=name`, { headers });
      expect(await found.json()).toMatchObject({ data: [{ name: "one" }], meta: { pagination: { total: 1 } } });
      expect((await fetch(`${url}/${"x".repeat(24)}`, { method: "DELETE", headers })).status).toBe(404);
    },
  );

  it("leave redirects to the client", async () => {
    const { galley } = await mount("https://site.test/cms");
    galley.faults.add({ match: { path: "/old" }, status: 302, headers: { location: "/cms/api/tags" } });
    const manual = await fetch("https://site.test/cms/old", { redirect: "manual" });
    expect([manual.status, manual.headers.get("location")]).toEqual([302, "/cms/api/tags"]);
    expect((await fetch("https://site.test/cms/old", { headers })).status).toBe(200);
    expect(galley.requests.all().map(({ path }) => path)).toEqual(["/old", "/old", "/api/tags"]);
  });

  it("answer by the galley of the moment", async () => {
    const { galley, use } = await mount("https://cms.test");
    await using fork = galley.fork();
    use(fork);
    await fetch("https://cms.test/api/tags", { method: "POST", headers, body: '{"data":{"name":"one"}}' });
    expect([galley.requests.length, fork.requests.length]).toEqual([0, 1]);
  });

  it("make a dropped connection a network error", async () => {
    const { galley } = await mount("https://cms.test");
    galley.faults.add({ dropConnection: true });
    await expect(fetch("https://cms.test/api/tags")).rejects.toThrow(TypeError);
  });

  it.each([
    ["/cms", {}, ["baseUrl", "galley.fetch"]],
    [undefined, null, ["baseUrl", "galley"]],
    [new URL("https://cms.test"), () => {}, ["baseUrl"]],
  ])("refuse %j and %j with the paths of the faults", (baseUrl, galley, paths) => {
    expect(faultPaths(() => galleyHandlers(baseUrl as never, galley as never))).toEqual(paths);
  });
});
