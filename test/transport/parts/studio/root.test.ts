import { describe, expect, it, vi } from "vitest";
import { createGalley, type GalleyOptions } from "../../../../transport/galley.ts";
import type { Directory } from "../../../../transport/parts/studio/root/directory.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { openedForAll } from "../../../support/run/opened.ts";

const galley = openedForAll(() =>
  createGalley({ schema: BLOG, graphql: { endpoint: "/ask" }, metrics: true, rest: { prefix: "/cms" } }),
);

type NodeEnv = "development" | "production";

/** Where the links of a page lead. */
function linksIn(html: string): readonly string[] {
  return [...html.matchAll(/<a href="([^"]*)"/g)].map(([, to = ""]) => to);
}

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

describe("GET /", () => {
  it("describes the services to programs, without any content", async () => {
    const response = await galley.fetch("/");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("vary")).toContain("Accept");
    expect(await response.json()).toMatchObject({
      name: "Galley",
      profile: "contract",
      links: { studio: "/_studio", rest: "/cms", graphql: "/ask", metrics: "/_metrics", health: "/_health" },
    });
  });

  it("shows the same as a page, with relative links", async () => {
    const directory = (await (await galley.fetch("/")).json()) as Directory;
    const response = await galley.fetch("/", { headers: BROWSER });
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await response.text();
    expect(Object.values(directory.links).filter((path) => !html.includes(`<code>${path}</code>`))).toEqual([]);
    expect(linksIn(html)).toEqual(expect.arrayContaining(["./_studio", "./cms/openapi.json", "./ask"]));
    expect(html).toContain(directory.documentation);
  });

  it.each<readonly [string, Partial<GalleyOptions>, NodeEnv]>([
    ["all services", { graphql: true, metrics: true, control: true, todo: true }, "development"],
    ["no page of GraphQL", { graphql: { page: false }, metrics: { port: 0 } }, "development"],
    ["OpenAPI for tokens", { openapi: "token" }, "development"],
    ["nothing", { studio: false, openapi: "off" }, "development"],
    ["production", { graphql: true, metrics: true, studio: true, openapi: "token" }, "production"],
  ])("links only to what a browser can open, with %s", async (_, options, environment) => {
    vi.stubEnv("NODE_ENV", environment);
    const tokens = [{ name: "tests", token: "a-token-of-these-tests", access: "full-access" }] as const;
    const made = await createGalley({ schema: BLOG, tokens, ...options });
    const { links, pages } = (await (await made.fetch("/")).json()) as Directory;
    const linked = linksIn(await (await made.fetch("/", { headers: BROWSER })).text());
    vi.unstubAllEnvs();

    expect(linked.toSorted()).toEqual(pages.map((name) => `.${links[name]}`).toSorted());
    for (const to of linked) {
      const response = await made.fetch(to.slice(1), { headers: BROWSER });
      expect([to, response.status]).toEqual([to, 200]);
    }
    await made.close();
  });

  it("answers a request for what the caller has already with 304", async () => {
    for (const headers of [BROWSER, { accept: "application/json" }]) {
      const first = await galley.fetch("/", { headers });
      const again = await galley.fetch("/", {
        headers: { ...headers, "if-none-match": first.headers.get("etag") ?? "" },
      });
      expect([first.status, again.status, await again.text()]).toEqual([200, 304, ""]);
    }
  });

  it("keeps the page to its own style", async () => {
    const response = await galley.fetch("/", { headers: BROWSER });
    const policy = response.headers.get("content-security-policy") ?? "";
    const style = /<style>(.*?)<\/style>/s.exec(await response.text())?.[1] ?? "";
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style))).toString("base64");
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  it("answers HEAD, and refuses methods that change something", async () => {
    expect((await galley.fetch("/", { method: "HEAD" })).status).toBe(200);
    const refused = await galley.fetch("/", { method: "POST", body: "{}" });
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "HEAD, GET"]);
  });

  it("shows in production only the name and active services, without Studio", async () => {
    vi.stubEnv("NODE_ENV", "production");
    const production = await createGalley({ schema: BLOG, profile: "strapi" });
    vi.unstubAllEnvs();
    expect(await (await production.fetch("/")).json()).toEqual({
      name: "Galley",
      links: { rest: "/api", health: "/_health" },
      pages: ["health"],
    });
    expect((await production.fetch("/_studio")).status).toBe(404);
    await production.close();
  });
});
