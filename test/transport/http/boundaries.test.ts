import { describe, expect, it } from "vitest";
import type { Reply } from "../../support/requests/reply.ts";
import { openedForAll } from "../../support/run/opened.ts";
import { openBlog } from "../../support/servers/open-blog.ts";

/** A part for each number below `count`, as a query string. */
const parameters = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join("&");

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("input up to a limit is accepted, and one more is refused with the limit's name", () => {
  const blog = openedForAll(() =>
    openBlog({
      queryLimits: { length: 1000, parameters: 20, nameLength: 60, listValues: 12, sortKeys: 3, branches: 4 },
      jsonLimits: { depth: 6, values: 30, keys: 20 },
      bodyLimit: 3000,
    }),
  );

  /** A parameter that means nothing is passed over, so that the limit alone speaks. */
  it.each<[string, number, (count: number) => string, string | null]>([
    ["length", 1000, (count) => `x=${"y".repeat(count - 2)}`, null],
    ["parameters", 20, (count) => parameters(count, (at) => `x${at}=1`), null],
    ["nameLength", 60, (count) => `${"x".repeat(count)}=1`, null],
    ["listValues", 12, (count) => parameters(count, (at) => `filters[title][$in][${at}]=x`), "title"],
    ["listValues", 12, (count) => parameters(count, () => "filters[title][$notIn][]=x"), "title"],
    ["sortKeys", 3, (count) => `sort=${["id", "title", "slug", "createdAt"].slice(0, count).join(",")}`, null],
    ["sortKeys", 3, (count) => parameters(count, (at) => `sort[${at}]=title`), null],
    ["branches", 4, (count) => parameters(count, (at) => `filters[$or][${at}][title]=x`), null],
    ["branches", 4, (count) => parameters(count, (at) => `filters[$and][${at}][title]=x`), null],
    ["branches", 4, (count) => parameters(count, (at) => `filters[$not][${at}][title]=x`), null],
    ["branches", 4, (count) => parameters(count, (at) => `filters[title][$or][${at}][$eq]=x`), null],
    ["branches", 4, (count) => parameters(count, (at) => `filters[tags][$or][${at}][name]=x`), null],
    ["sortKeys", 3, (count) => parameters(count, (at) => `populate[tags][sort][${at}]=name`), null],
  ])("queryLimits.%s is %d", async (limit, most, query) => {
    expect((await blog.visitor.get(`/api/posts?${query(most)}`)).status).toBe(200);
    const { status, error } = await blog.visitor.get(`/api/posts?${query(most + 1)}`);
    expect([status, error]).toMatchObject([400, { name: "ValidationError", details: { source: "query", limit } }]);
  });

  const store = (footer: string): Promise<Reply> =>
    blog.editor.request("PUT", "/api/site-setting", `{"data":{"siteName":"a","footer":${footer}}}`);

  it("jsonLimits.depth is 6, of which the envelope uses two", async () => {
    expect((await store(nested(4))).status).toBeLessThan(300);
    const { status, error } = await store(nested(5));
    expect([status, error.message]).toEqual([400, "invalid JSON, nested deeper than 6 levels"]);
  });

  it("jsonLimits.values is 30", async () => {
    const list = (count: number) => `[${"1,".repeat(count - 1)}1]`;
    expect((await store(list(29))).status).toBeLessThan(300);
    const { status, error } = await store(list(30));
    expect([status, error.message]).toEqual([400, "invalid JSON, more than 30 values"]);
  });

  it("jsonLimits.keys is 20 in each object, be it in any other", async () => {
    const object = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":0`).join(",")}}`;
    expect((await store(object(20))).status).toBeLessThan(300);
    expect((await store(`{"a":${object(8)},"b":[${object(8)}],"c":{}}`)).status).toBeLessThan(300);
    const { status, error } = await store(object(21));
    expect([status, error.message]).toEqual([400, "invalid JSON, more than 20 members in one object"]);
  });

  it.each(["__proto__", "constructor", "prototype"])("a key %s is refused wherever it stands", async (key) => {
    const member = `"${key}":{"polluted":true}`;
    const bodies = [
      `{${member}}`,
      `{"data":{"siteName":"a",${member}}}`,
      `{"data":{"siteName":"a","footer":{"list":[{${member}}]}}}`,
      `{"data":{"siteName":"a","seo":{${member}}}}`,
    ];
    for (const body of bodies) expect((await blog.editor.request("PUT", "/api/site-setting", body)).status).toBe(400);
    expect((await blog.editor.request("POST", "/todos", `{"title":"a",${member}}`)).status).toBe(400);
    for (const query of [`filters[${key}]=1`, `sort=${key}`, `fields=${key}`, `populate[${key}]=true`]) {
      expect((await blog.visitor.get(`/api/posts?${query}`)).status).toBe(400);
    }
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("bodyLimit is 3000", async () => {
    const spaces = (bytes: number) => `{"data":{"title":"a"}}`.padEnd(bytes);
    expect((await blog.editor.request("POST", "/api/posts", spaces(3000))).status).toBe(201);
    expect((await blog.editor.request("POST", "/api/posts", spaces(3001))).status).toBe(413);
  });
});
