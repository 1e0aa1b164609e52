import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { BLOG } from "../../support/blog.ts";

let galley: Galley;
beforeAll(async () => {
  galley = await createGalley({ schema: BLOG, graphql: { endpoint: "/ask" }, metrics: true, rest: { prefix: "/cms" } });
});
afterAll(() => galley.close());

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

  it("shows the same as a page, each address as a relative link", async () => {
    const { links } = (await (await galley.fetch("/")).json()) as { links: Record<string, string> };
    const response = await galley.fetch("/", { headers: BROWSER });
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const html = await response.text();
    expect(Object.values(links).filter((path) => !html.includes(`<code>${path}</code>`))).toEqual([]);
    expect([...html.matchAll(/href="([^"]*)"/g)].filter(([, to]) => !to?.startsWith("./"))).toEqual([]);
  });

  it("keeps the page to its own style", async () => {
    const response = await galley.fetch("/", { headers: BROWSER });
    const policy = response.headers.get("content-security-policy") ?? "";
    const style = /<style>(.*?)<\/style>/s.exec(await response.text())?.[1] ?? "";
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style))).toString("base64");
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
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
    });
    expect((await production.fetch("/_studio")).status).toBe(404);
    await production.close();
  });
});
