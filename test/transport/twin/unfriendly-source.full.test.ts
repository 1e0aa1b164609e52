import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { UnknownRecord } from "../../../engine/internal.ts";
import { Upstream } from "../../../transport/twin/source/upstream.ts";
import { UnansweredError } from "../../../transport/twin/twin-error.ts";
import { pullIntoMemory } from "../../../transport/twin/verify/fresh-twin.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { inFront, openSource, write } from "../../support/twin/source.ts";

const JSON_TYPE = { "content-type": "application/json" };

function answer(response: ServerResponse, value: unknown): void {
  response.writeHead(200, JSON_TYPE).end(JSON.stringify(value));
}

async function openPosts(count: number) {
  const source = await openSource();
  for (let n = 0; n < count; n++) await write(source, "POST", "/posts", { title: `Post ${n}` });
  return source;
}

const upstreamOf = (url: string, timeout?: number) => new Upstream(url, { token: "full-token", pause: 1, timeout });

it("follows no list without end", async () => {
  const source = await openSource();
  const { url } = await inFront(source.url, ({ url = "" }, response) => {
    const query = new URL(url, "http://localhost").searchParams;
    if (!url.startsWith("/api/posts?") || query.get("sort") !== "id:asc") return false;
    const after = Number(query.get("filters[id][$gt]") ?? 0);
    const data = Array.from({ length: 100 }, (_, at) => ({
      id: after + at + 1,
      documentId: `d${after + at}`.padEnd(24, "0"),
      title: "x",
    }));
    answer(response, { data, meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: 3 } } });
    return true;
  });
  await expect(pullIntoMemory({ upstream: upstreamOf(url), types: ["post"] })).rejects.toThrow(
    "the list of api::post.post does not end: 10,100 entries were read, and the source counts 3",
  );
});

it("asks again where a source, or a proxy in front of it, answers nonsense for a moment", async () => {
  const source = await openPosts(5);
  const disturbances: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>One moment</h1>"),
    (response) => response.writeHead(200, JSON_TYPE).end('{"data":[{"id":1,"docu'),
    (response) => response.destroy(),
    (response) => {
      response.writeHead(200, { ...JSON_TYPE, "content-length": "5000" }).write('{"data":[');
      setTimeout(() => response.destroy(), 5);
    },
    (response) => response.writeHead(503, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }).end(),
  ];
  const { url } = await inFront(source.url, ({ url = "" }, response) => {
    const disturb = url.startsWith("/api/posts?sort=id") ? disturbances.shift() : undefined;
    disturb?.(response);
    return disturb !== undefined;
  });
  const { report } = await pullIntoMemory({ upstream: upstreamOf(url), types: ["post"] });
  expect(report.types["api::post.post"]).toMatchObject({ documents: 5, published: 5 });
  expect(disturbances).toEqual([]);
});

it("leaves out no type whose list is not answered for a while", async () => {
  const source = await openPosts(1);
  const { url } = await inFront(source.url, ({ url = "" }, response) => {
    if (!url.startsWith("/api/authors?sort")) return false;
    response.writeHead(503).end();
    return true;
  });
  const pulled = pullIntoMemory({ upstream: upstreamOf(url) });
  await expect(pulled).rejects.toThrow("answered 503 to GET /api/authors, 6 times");
  await expect(pulled).rejects.toThrow(UnansweredError);
});

it("asks for fewer entries of a type whose pages are refused, as for what they link to, and for many of the others", async () => {
  const source = await openPosts(60);
  for (let n = 0; n < 5; n++) await write(source, "POST", "/authors", { name: `Author ${n}` });
  const sizes = new Map<string, Set<string | null>>();
  const { url } = await inFront(source.url, ({ url = "" }, response) => {
    const [, plural = ""] = /^\/api\/(posts|authors)\?sort/.exec(url) ?? [];
    const size = new URL(url, "http://localhost").searchParams.get("pagination[pageSize]");
    if (plural !== "") sizes.set(plural, (sizes.get(plural) ?? new Set()).add(size));
    if (plural !== "posts" || Number(size) <= 6) return false;
    response.writeHead(400, JSON_TYPE).end('{"data":null,"error":{"status":400,"message":"too many entries"}}');
    return true;
  });
  const { report } = await pullIntoMemory({ upstream: upstreamOf(url), types: ["post", "author"] });
  expect(report.types).toMatchObject({
    "api::post.post": { documents: 60, complete: true },
    "api::author.author": { documents: 5, complete: true },
  });
  expect([...sizes].sort()).toEqual([
    ["authors", new Set(["100", "20"])],
    ["posts", new Set(["100", "25", "6"])],
  ]);
});

it("says how to go on where a token has expired meanwhile", async () => {
  const source = await openPosts(25);
  let lists = 0;
  const { url } = await inFront(source.url, ({ url = "" }, response) => {
    if (url.startsWith("/api/posts?sort=id")) lists++;
    if (lists < 3) return false;
    response.writeHead(401, JSON_TYPE).end('{"data":null,"error":{"status":401}}');
    return true;
  });
  const out = join(await newFolder(), "twin");
  const args = ["pull", url, "--out", out, "--token-env", "TOKEN", "--types", "post", "--quiet"];
  const environment = { TOKEN: "full-token" };
  const { code, errors } = await runHere(args, { environment });
  expect([code, errors]).toEqual([
    1,
    expect.stringMatching(/the token is missing, wrong or expired\n\d+ documents were read: --resume goes on\n/),
  ]);
});

it("tells rows that a source has twice, and does not take them for changes", async () => {
  const source = await openPosts(2);
  const { url } = await inFront(source.url, ({ url = "", headers }, response) => {
    if (!url.startsWith("/api/posts?")) return false;
    const token = { authorization: String(headers.authorization) };
    void fetch(source.url + url, { headers: token }).then(async (found) => {
      const { data, meta } = (await found.json()) as { data: UnknownRecord[]; meta: object };
      const [first] = data;
      answer(response, { data: data.map((entry) => ({ ...entry, documentId: first?.documentId })), meta });
    });
    return true;
  });
  const { report } = await pullIntoMemory({ upstream: upstreamOf(url), types: ["post"] });
  expect(report.left.all).toContainEqual({
    what: "api::post.post",
    why: "the source has another row of the same document, locale and status",
    count: 2,
  });
  expect([report.changed, report.moved]).toEqual([0, []]);
});

it("waits for no answer longer than its time, but for a file as long as more of it comes", async () => {
  const source = await openSource();
  const { url } = await inFront(source.url, ({ url = "" }, response) => {
    if (url === "/slow.png") {
      response.writeHead(200, { "content-type": "image/png", "content-length": "6" });
      let sent = 0;
      const drip = setInterval(() => {
        response.write("x");
        if (++sent < 6) return;
        clearInterval(drip);
        response.end();
      }, 100);
    }
    return url !== "/api/upload";
  });
  const upstream = upstreamOf(url, 400);
  await expect(upstream.json("/posts")).rejects.toThrow("did not answer GET /api/posts");
  expect(await upstream.file("/slow.png", 1000)).toHaveLength(6);
});
