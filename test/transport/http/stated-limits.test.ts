import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openedForAll } from "../../support/run/opened.ts";
import { openBlog } from "../../support/servers/open-blog.ts";
import { openUsers, PASSWORD } from "../../support/servers/open-users.ts";

const PAGE = readFileSync(new URL("../../../SECURITY.md", import.meta.url), "utf8");

/** The figures of a row in SECURITY.md's table of limits. */
function stated(what: string): readonly number[] {
  const row = PAGE.split("\n").find((line) => line.startsWith(`| ${what}`));
  if (row === undefined) throw new Error(`SECURITY.md has no limit of ${what}`);
  const [, , limit = ""] = row.split("|");
  return [...limit.matchAll(/[\d,]*\d/g)].map(([figure]) => Number(figure.replaceAll(",", "")));
}

const MEBIBYTE = 1_048_576;

const repeated = (count: number, part: (at: number) => string, separator = "&") =>
  Array.from({ length: count }, (_, at) => part(at)).join(separator);

describe("without a configuration, input up to the limits of SECURITY.md is accepted, and one more is refused", () => {
  const blog = openedForAll(openBlog);

  /** The statuses at the stated limit, and one beyond it. */
  async function atAndBeyond(limit: number | undefined, ask: (count: number) => Promise<{ status: number }>) {
    if (limit === undefined) throw new Error("SECURITY.md states no figure");
    return [(await ask(limit)).status, (await ask(limit + 1)).status];
  }

  it("a body", async () => {
    const [mebibytes = 0] = stated("body");
    const post = (bytes: number) => blog.editor.request("POST", "/api/posts", '{"data":{"title":"a"}}'.padEnd(bytes));
    expect(await atAndBeyond(mebibytes * MEBIBYTE, post)).toEqual([201, 413]);
  });

  const [levels, values, members] = stated("structure of a JSON body");
  it.each<[string, number | undefined, (count: number) => string]>([
    // The body and its `data` are levels too.
    ["levels", levels, (count) => `${'{"a":'.repeat(count - 2)}1${"}".repeat(count - 2)}`],
    // The name of the site is a value of the body, too.
    ["values", values, (count) => `[${repeated(count - 1, () => "1", ",")}]`],
    ["members", members, (count) => `{${repeated(count, (at) => `"k${at}":1`, ",")}}`],
  ])("%s of a JSON body", async (_what, limit, footer) => {
    const put = (count: number) =>
      blog.editor.request("PUT", "/api/site-setting", `{"data":{"siteName":"a","footer":${footer(count)}}}`);
    expect(await atAndBeyond(limit, put)).toEqual([200, 400]);
  });

  const [length, parameters] = stated("query string");
  const [nameLength, nesting] = stated("its names and nesting");
  const [listValues] = stated("list values");
  const [sortKeys, conditions] = stated("sort keys, conditions in one list");
  it.each<[string, number | undefined, (count: number) => string]>([
    ["characters of a query string", length, (count) => `x=${"y".repeat(count - 2)}`],
    ["parameters", parameters, (count) => repeated(count, (at) => `x${at}=1`)],
    ["characters of a name", nameLength, (count) => `${"x".repeat(count)}=1`],
    ["levels of nesting", nesting, (count) => `filters${"[$not]".repeat(count - 2)}[title][$eq]=x`],
    ["list values", listValues, (count) => repeated(count, () => "filters[title][$in][]=x")],
    ["sort keys", sortKeys, (count) => repeated(count, (at) => `sort[${at}]=title`)],
    ["conditions", conditions, (count) => repeated(count, (at) => `filters[$or][${at}][title]=x`)],
  ])("%s", async (_what, limit, query) => {
    // Not over a socket, where a head ends at 16 KiB.
    const get = (count: number) => blog.galley.fetch(`/api/posts?${query(count)}`);
    expect(await atAndBeyond(limit, get)).toEqual([200, 400]);
  });

  it("requests, for which there is no limit", async () => {
    const statuses = await Promise.all(
      Array.from({ length: 300 }, async () => (await blog.visitor.get("/api/tags")).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

it("lists have no limit of their own in the profile strapi, only the limit of work", async () => {
  const blog = await openBlog({ profile: "strapi" });
  const small = await openBlog({ profile: "strapi", queryLimits: { work: 50 } });
  const [sortKeys = 0, conditions = 0] = stated("sort keys, conditions in one list");
  const filters = repeated(2 * conditions, (at) => `filters[$or][${at}][title]=x`);
  const sort = repeated(2 * sortKeys, (at) => `sort[${at}]=title`);
  for (const query of [filters, sort]) expect((await blog.galley.fetch(`/api/posts?${query}`)).status).toBe(200);
  for (let at = 0; at < 30; at++) {
    await small.galley.documents("api::post.post").create({ data: { title: `Post ${at}` }, status: "published" });
  }
  const refused = await small.galley.fetch(`/api/posts?${filters}`);
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { details: { limit: "work" } } }]);
  const data = { title: "a", constructor: "b", prototype: "c" };
  const put = await blog.editor.put("/api/site-setting", { data: { siteName: "a", footer: data } });
  expect(put.status).toBe(200);
  await Promise.all([blog.close(), small.close()]);
});

it("refused credentials count as SECURITY.md states", async () => {
  const blog = await openBlog();
  const [atOnce = 0, aSecond = 0] = stated("refused credentials");
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: 2 * atOnce }, () => blog.stranger.get("/api/posts")));
  const seconds = Math.ceil((performance.now() - begun) / 1000);
  const tried = answers.filter(({ status }) => status === 401).length;
  expect(tried).toBeGreaterThanOrEqual(atOnce);
  expect(tried).toBeLessThanOrEqual(atOnce + aSecond * seconds);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * atOnce - tried);
  await blog.close();
});

it("names and addresses of users are as long as SECURITY.md states", async () => {
  const { ask } = await openUsers();
  const [name = 0, address = 0] = stated("name of a user");
  const register = async (username: number, email: number, letter: string) => {
    const body = {
      username: letter.repeat(username),
      email: `${letter.repeat(email - "@example.org".length)}@example.org`,
      password: PASSWORD,
    };
    return (await ask("POST", "/api/auth/local/register", body, null)).status;
  };
  expect(await register(name, address, "a")).toBe(200);
  expect([await register(name + 1, address, "b"), await register(name, address + 1, "b")]).toEqual([400, 400]);
});
