import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MemoryFileStore } from "../../../../../storage/internal.ts";
import { createGalley, type Galley } from "../../../../../transport/galley.ts";
import { BLOG } from "../../../../support/content/blog.ts";

const CHANGED = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const LARGE = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 251);

const ACTIVE =
  "htm,html,xhtml,svg,svgz,xml,rss,atom,xslt,xsl,mathml,rdf,xul,js,mjs,es,ecma,wasm,swf,css,jar,hta,vtt,unknown"
    .split(",")
    .map((extension) => `active_1.${extension}`);

const INERT = "png,jpg,jpeg,gif,webp,avif,ico,mp4,webm,mp3,ogg,woff2,txt,csv,pdf,json"
  .split(",")
  .map((extension) => `inert_1.${extension}`);

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

describe.each(["fetch", "node", "uws"] as const)("GET /uploads/:name over %s", (adapter) => {
  let galley: Galley;
  let ask: Ask;

  beforeAll(async () => {
    const files = new MemoryFileStore({ now: () => CHANGED });
    await files.put("digits_1.txt", [Buffer.from("0123456789")]);
    await files.put("large_1.bin", [LARGE]);
    await files.put("empty_1.txt", []);
    await files.put("page_1.html", [Buffer.from("<script>alert(1)</script>")]);
    await files.put("drawing_1.svg", [Buffer.from("<svg/>")]);
    for (const name of [...ACTIVE, ...INERT]) await files.put(name, [Buffer.from("x")]);
    await files.put("täst 1.png", [Buffer.from("x")]);
    galley = await createGalley({ schema: BLOG, files });
    if (adapter === "fetch") ask = (path, init) => galley.fetch(`http://galley${path}`, init);
    else {
      const { url } = await galley.listen({ port: 0, listener: adapter });
      ask = (path, init) => fetch(`${url}${path}`, init);
    }
  });

  afterAll(() => galley.close());

  it("answers the bytes with their type", async () => {
    const answer = await ask("/uploads/digits_1.txt");
    expect([answer.status, await answer.text()]).toEqual([200, "0123456789"]);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("content-length")).toBe("10");
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
    expect(answer.headers.get("last-modified")).toBe("Fri, 02 Jan 2026 03:04:05 GMT");
  });

  it("answers a large file whole, to many at once", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask("/uploads/large_1.bin")));
    for (const answer of answers) {
      expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), LARGE)).toBe(0);
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
    }
  });

  it("answers an empty file, and one with any name", async () => {
    expect(await (await ask("/uploads/empty_1.txt")).text()).toBe("");
    expect(await (await ask("/uploads/t%C3%A4st%201.png")).text()).toBe("x");
  });

  it("answers HEAD with only the headers", async () => {
    const answer = await ask("/uploads/large_1.bin", { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "3000000", ""]);
  });

  it("lets no browser run what others have sent: shows inert types only (SECURITY.md, uploads)", async () => {
    for (const [name, disposition] of [
      ...ACTIVE.map((name) => [name, "attachment"] as const),
      ...INERT.map((name) => [name, null] as const),
    ]) {
      const { headers } = await ask(`/uploads/${name}`);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(headers.get("content-security-policy")).toContain("sandbox");
      expect([name, headers.get("content-disposition")]).toEqual([name, disposition]);
    }
  });

  it("gives scripts no type that a page of the same origin would run", async () => {
    for (const extension of ["js", "mjs", "es", "ecma"]) {
      const { headers } = await ask(`/uploads/active_1.${extension}`);
      expect(headers.get("content-type")).not.toMatch(/script/);
    }
  });

  it.each([
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=0-99", "0123456789", "bytes 0-9/10"],
  ])("answers a part: %s", async (range, text, told) => {
    const answer = await ask("/uploads/digits_1.txt", { headers: { range } });
    expect([answer.status, await answer.text(), answer.headers.get("content-range")]).toEqual([206, text, told]);
    expect(answer.headers.get("content-length")).toBe(String(text.length));
  });

  it.each(["bytes=10-", "bytes=99-100", "bytes=-0"])("refuses a part that is not there: %s", async (range) => {
    const answer = await ask("/uploads/digits_1.txt", { headers: { range } });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([416, "bytes */10"]);
  });

  it.each(["bytes=4-2", "bytes=1-2,4-5", "lines=1-2", "nonsense"])("answers all for %s", async (range) => {
    expect((await ask("/uploads/digits_1.txt", { headers: { range } })).status).toBe(200);
  });

  it("answers 304 to callers that have it", async () => {
    const { headers } = await ask("/uploads/digits_1.txt");
    const tag = headers.get("etag") ?? "";
    const since = headers.get("last-modified") ?? "";
    const statusFor = async (asked: Record<string, string>) =>
      (await ask("/uploads/digits_1.txt", { headers: asked })).status;
    expect(await statusFor({ "if-none-match": tag })).toBe(304);
    expect(await statusFor({ "if-none-match": `"other", W/${tag}` })).toBe(304);
    expect(await statusFor({ "if-none-match": '"other"', "if-modified-since": since })).toBe(200);
    expect(await statusFor({ "if-modified-since": since })).toBe(304);
    expect(await statusFor({ "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT" })).toBe(200);
    expect(await statusFor({ range: "bytes=1-2", "if-range": tag })).toBe(206);
    expect(await statusFor({ range: "bytes=1-2", "if-range": '"other"' })).toBe(200);
  });

  it.each([
    "/uploads",
    "/uploads/",
    "/uploads/nothing.txt",
    "/uploads/..%2F..%2Fpackage.json",
    "/uploads/%2e%2e%2fdigits_1.txt",
    "/uploads/a/digits_1.txt",
    "/uploads/digits_1.txt%00",
    "/uploads/%ff",
  ])("has nothing at %s", async (path) => {
    const answer = await ask(path);
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { name: "NotFoundError" } }]);
  });

  it("is for reading only", async () => {
    const answer = await ask("/uploads/digits_1.txt", { method: "POST" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "HEAD, GET"]);
  });
});
