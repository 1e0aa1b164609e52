import { afterEach, describe, expect, it, vi } from "vitest";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import type { GraphqlOptions } from "../../../../transport/parts/graphql/options.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { openedForAll } from "../../../support/run/opened.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8" };

const open = (graphql: boolean | GraphqlOptions): Promise<Galley> => createGalley({ schema: BLOG, graphql });

describe("the GraphQL page over HTTP", () => {
  const galley = openedForAll(() => open(true));
  afterEach(() => vi.unstubAllEnvs());

  const show = (path = "/graphql") => galley.fetch(path, { headers: BROWSER });

  /** The addresses of its files, as the page names them. */
  async function filesOf(path: string): Promise<readonly string[]> {
    const html = await (await show(path)).text();
    const names = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = ""]) => name);
    return names.map((name) => new URL(name, `http://galley.test${path}`).pathname);
  }

  it("is shown to clients that prefer a page", async () => {
    for (const accept of [BROWSER.accept, "text/html", "text/*, application/json;q=0.9", "text/html, */*"]) {
      const response = await galley.fetch("/graphql?query={__typename}", { headers: { accept } });
      expect([response.status, response.headers.get("content-type")], accept).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
    }
  });

  it("is not shown to programs", async () => {
    for (const accept of ["*/*", "application/json, text/html", "application/json, text/html;q=0.9", "text/html;q=0"]) {
      expect((await galley.fetch("/graphql", { headers: { accept } })).status, accept).toBe(400);
    }
    const init = { method: "POST", headers: { ...BROWSER, "content-type": "application/json" } };
    const response = await galley.fetch("/graphql", { ...init, body: '{ "query": "{ __typename }" }' });
    expect(await response.json()).toEqual({ data: { __typename: "Query" } });
  });

  it("runs nothing that is inline, and loads nothing from elsewhere", async () => {
    const response = await show();
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; require-trusted-types-for 'script'",
    );
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.text()).not.toMatch(/<style|<script>|style=|https?:/);
  });

  it.each(["/graphql", "/graphql/", "/GraphQL"])("finds its files from %s", async (path) => {
    const files = await filesOf(path);
    expect(files.map((file) => file.replace(/-[\w-]{12}\./, "."))).toEqual(
      ["icon.svg", "page.css", "page.js", "licenses.txt"].map((name) => `${path.replace(/\/$/, "")}/assets/${name}`),
    );
    for (const file of files) expect((await galley.fetch(file)).status, file).toBe(200);
  });

  it("has files that never change under their names", async () => {
    for (const file of await filesOf("/graphql")) {
      const { headers } = await galley.fetch(file);
      expect(headers.get("cache-control"), file).toBe("public, max-age=31536000, immutable");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      const again = await galley.fetch(file, { headers: { "if-none-match": headers.get("etag") ?? "" } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
  });

  it("is requested again, and sent again when it has changed", async () => {
    const { headers } = await show();
    expect([headers.get("cache-control"), headers.get("vary")]).toEqual(["no-cache", "Origin, Accept"]);
    const known = { ...BROWSER, "if-none-match": headers.get("etag") ?? "" };
    expect((await galley.fetch("/graphql", { headers: known })).status).toBe(304);
  });

  it("names the licence of each package in it", async () => {
    const file = (await filesOf("/graphql")).find((path) => path.includes("licenses")) ?? "";
    const text = await (await galley.fetch(file)).text();
    for (const name of ["@codemirror/view", "cm6-graphql", "graphql", "graphql-language-service"]) {
      expect(text, name).toContain(`${name} (MIT)\n\n`);
    }
    expect(text.match(/Permission is hereby granted/g)?.length).toBe(text.match(/^\S+ \(MIT\)$/gm)?.length);
  });

  it.each(["/graphql/assets", "/graphql/assets/", "/graphql/assets/nothing.js", "/graphql/assets/a/b", "/graphql/a"])(
    "has nothing at %s",
    async (path) => {
      const response = await show(path);
      expect([response.status, await response.json()]).toMatchObject([404, { error: { name: "NotFoundError" } }]);
    },
  );

  it("is off where it is switched off, and in production unless it is switched on", async () => {
    const statusOf = async (options: GraphqlOptions): Promise<number> => {
      await using other = await open(options);
      return (await other.fetch("/graphql", { headers: BROWSER })).status;
    };
    expect(await statusOf({ page: false })).toBe(400);
    vi.stubEnv("NODE_ENV", "production");
    expect(await statusOf({})).toBe(400);
    expect(await statusOf({ page: true })).toBe(200);
  });

  it("moves with the endpoint", async () => {
    await using other = await open({ endpoint: "/content/query" });
    const html = await (await other.fetch("/content/query", { headers: BROWSER })).text();
    expect(html).toContain('src="query/assets/page-');
    expect((await other.fetch("/graphql", { headers: BROWSER })).status).toBe(404);
  });
});
