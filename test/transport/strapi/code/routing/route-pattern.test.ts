import { expect, test } from "vitest";
import { routePatterns } from "../../../../../transport/strapi/code/routing/route-pattern.ts";

/** The parameters that a path of koa's router has for a path; null: it is not one of its paths. */
function paramsOf(pattern: string, path: string): unknown {
  const segments = path.split("/");
  for (const each of routePatterns(pattern) ?? []) {
    const names = each.path.split("/");
    const fits = names.every((name, at) => name.startsWith(":") || name === segments[at]);
    if (!fits || names.length !== segments.length) continue;
    const given = names.flatMap((name, at) => (name.startsWith(":") ? [[name.slice(1), segments[at] ?? ""]] : []));
    const read = each.read(Object.fromEntries(given));
    if (read !== null) return read;
  }
  return null;
}

/** As `path-to-regexp` 6, which the router of a real Strapi uses, answers. */
test.each([
  ["/a/:x", "/a/b", { x: "b" }],
  ["/a/:x?", "/a", {}],
  ["/a/:x?", "/a/b", { x: "b" }],
  ["/a/:x(\\d+)", "/a/12", { x: "12" }],
  ["/a/:x(\\d+)", "/a/b", null],
  ["/a/:x*", "/a", {}],
  ["/a/:x*", "/a/b/c/d", { x: "b/c/d" }],
  ["/a/:x+", "/a", null],
  ["/a/:x+", "/a/b/c", { x: "b/c" }],
  ["/a/:x+/end", "/a/b/c/end", { x: "b/c" }],
  ["/a/(.*)", "/a/b/c", { 0: "b/c" }],
  ["/a/:x(.*)", "/a/b/c", { x: "b/c" }],
  ["/(one|two)/:x", "/two/b", { 0: "two", x: "b" }],
  ["/(one|two)/:x", "/three/b", null],
  ["/a/:x(en|de)+", "/a/en/de", { x: "en/de" }],
  ["/a/:x(en|de)+", "/a/en/fr", null],
  ["/:name.:ext", "/a.b.c", { name: "a", ext: "b.c" }],
  ["/sitemap-:page.xml", "/sitemap-12.xml", { page: "12" }],
  ["/sitemap-:page.xml", "/sitemap-.xml", null],
  ["/:from-:to", "/a-b", { from: "a", to: "b" }],
  ["/a{/:x}?", "/a", {}],
  ["/a{/:x}?", "/a/b", { x: "b" }],
  ["/a{/b}/c", "/a/b/c", {}],
  ["/:id{-:slug}?", "/12", { id: "12" }],
  ["/:id{-:slug}?", "/12-tea", { id: "12", slug: "tea" }],
  ["/a{/:x}?{/:y(\\d+)}?", "/a/b/3", { x: "b", y: "3" }],
])("%s reads %s", (pattern, path, params) => {
  expect(paramsOf(pattern, path)).toEqual(params);
});

test.each(["/a{/:x}*", "/a{/b{/c}?}?", "/a{/:x", "/a/:x((a)\\1)", "/a/:x([)"])("%s is not there", (pattern) => {
  expect(routePatterns(pattern)).toBeNull();
});
