import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { newFolder } from "../../../support/folder.ts";
import { withServerHere } from "../../../support/servers/run-here.ts";

const SCHEMA = schemaOf({
  post: { dp: false, attributes: { slug: { type: "string" }, title: { type: "string" } } },
});

const open = (rewrites: { readonly [pattern: string]: string }) =>
  createGalley({
    schema: SCHEMA,
    rewrites,
    open: true,
    seed: {
      post: [
        { slug: "bread", title: "Bread" },
        { slug: "a&b=c+d", title: "Odd" },
        { slug: "tea", title: "Tea" },
      ],
    },
  });

it("answer a path as another one, with the names of its pattern and the parameters of the request", async () => {
  await using galley = await open({
    "/blog/:slug": "/api/posts?filters[slug][$eq]=:slug",
    "/v1/*": "/api/$1",
    "/pages/:slug.html": "/blog-of/:slug",
    "/blog-of/:slug": "/api/posts?filters[slug][$eq]=$1",
    "/by/:first-:slug.htm": "/api/posts?filters[title][$eq]=:first&filters[slug][$eq]=:slug",
    "/find\\?slug=:slug": "/api/posts?filters[slug][$eq]=:slug",
  });
  const titles = async (path: string) => {
    const response = await galley.fetch(path);
    const { data } = (await response.json()) as { data: { title: string }[] | null };
    return data === null ? response.status : data.map(({ title }) => title).join();
  };
  expect(await titles("/blog/bread")).toBe("Bread");
  expect(await titles(`/blog/${encodeURIComponent("a&b=c+d")}`)).toBe("Odd");
  expect(await titles("/blog/a&b=c+d")).toBe("Odd");
  expect(await titles("/v1/posts?sort=title:desc&fields=title")).toBe("Tea,Odd,Bread");
  expect(await titles("/pages/tea.html")).toBe("Tea");
  expect(await titles("/find?slug=tea&fields=title")).toBe("Tea");
  expect(await titles("/find?slog=tea")).toBe(404);
  expect(await titles("/blog/")).toBe(404);
  expect(await titles("/blog/a/b")).toBe(404);
  expect(await titles("/api/posts?filters[slug]=tea")).toBe("Tea");
  expect((await galley.fetch("/v1/posts", { method: "HEAD" })).status).toBe(200);
  expect((await galley.fork().fetch("/blog/bread")).status).toBe(200);
});

it("leave Galley's own pages alone", async () => {
  await using galley = await open({ "/*": "/nowhere/$1" });
  expect((await galley.fetch("/_health")).status).toBe(200);
  expect((await galley.fetch("/api/posts")).status).toBe(404);
});

it.each([
  [{ blog: "/api/posts" }, "rewrites.blog: must begin with a slash"],
  [{ "/blog": "https://x.org/" }, "rewrites./blog: must lead to a path of this server"],
  [{ "/blog": "//x.org" }, "rewrites./blog: must lead to a path of this server"],
  [{ "/a/*/b/*": "/x" }, "may have one *"],
  [{ "/a/(b|c)": "/x" }, "other patterns are not read"],
  [{ "/a/:b:c": "/x" }, "must have a text between two names"],
  [{ "/a/:b": "/x/:c" }, "rewrites./a/:b: :c is not in the pattern"],
  [{ "/a/:b": "/x/$2" }, "rewrites./a/:b: $2 is not in the pattern"],
])("refuse %j", async (rewrites, message) => {
  await expect(open(rewrites)).rejects.toThrow(message);
});

it("come from json-server's file on the command line, with its routes", async () => {
  const folder = await newFolder();
  await writeFile(
    join(folder, "db.json"),
    JSON.stringify({
      posts: [
        { id: 1, category: "a" },
        { id: 2, category: "b" },
      ],
    }),
  );
  const rules = {
    "/api/*": "/$1",
    "/:resource/:id/show": "/:resource/:id",
    "/posts/of/:category": "/posts?category=:category",
  };
  await writeFile(join(folder, "routes.json"), JSON.stringify(rules));
  await withServerHere(["db.json", "--routes", "routes.json", "--port", "0"], { folder }, async (_, url) => {
    const read = async (path: string) => (await fetch(url + path)).json();
    expect(await read("/posts/2/show")).toEqual({ id: 2, category: "b" });
    expect(await read("/api/posts/of/a")).toEqual([{ id: 1, category: "a" }]);
    expect(await read("/posts")).toHaveLength(2);
  });
  const wrong = withServerHere(["db.json", "--routes", "rules.json", "--port", "0"], { folder }, async () => {});
  await expect(wrong).rejects.toThrow("--routes must be json-server, json-server@0, json-server@1 or a file");
});

it("lead to none of Galley's own pages, which a proxy hides by their paths", async () => {
  await using galley = await open({ "/api/*": "/$1", "/status": "/_health" });
  expect((await galley.fetch("/_health")).status).toBe(200);
  expect((await galley.fetch("/status")).status).toBe(200);
  for (const path of ["/api/_health", "/api/_HEALTH/ready", "/api/__galley/clock"])
    expect((await galley.fetch(path)).status).toBe(404);
});
