import { readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import { type OpenBlog, openBlog } from "../../../support/servers/open-blog.ts";
import { runHere } from "../../../support/servers/run-here.ts";

const BRIEFLY = ["--duration", "0.1", "--clients", "2"];
const TOKEN = ["--token", "token-of-the-editor"];

describe("galley bench", () => {
  let blog: OpenBlog;
  beforeAll(async () => {
    blog = await openBlog({ roles: { public: { post: ["find", "findOne"] } } });
    const { entry } = await blog.editor.post("/api/authors", { data: { name: "Ann" } });
    for (let views = 0; views < 5; views++) {
      const data = { title: `A long title ${views}`, views, featured: views > 2, author: entry.documentId };
      await blog.editor.post("/api/posts?status=published", { data });
    }
  });
  afterAll(() => blog.close());

  it("measures every kind of reading", async () => {
    const { code, out, errors } = await runHere(["bench", blog.url, ...TOKEN, ...BRIEFLY]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out).toContain(`${blog.url}/api/posts, asked by views, title, featured, author.name, populating author`);
    const rows = out.trim().split("\n").slice(-10);
    expect(rows.map((row) => row.split(/\s+/)[0])).toEqual([
      "by-id",
      "repeated",
      "filtered",
      "populated",
      "containsi",
      "relation",
      "related",
      "related-populated",
      "in-twenty",
      "second-page",
    ]);
    expect(rows.every((row) => row.endsWith(" 0"))).toBe(true);
  });

  it("leaves out parameters that a caller may not use", async () => {
    const { code, out } = await runHere(["bench", `${blog.url}/api/`, ...BRIEFLY]);
    expect(code).toBe(0);
    expect(out).not.toMatch(/^(populated|relation) /m);
  });

  it("creates documents only on request, and deletes them afterwards", async () => {
    const before = (await blog.editor.get("/api/posts")).body;
    const refused = await runHere(["bench", blog.url, "--workload", "writes"]);
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining("add --writes") });
    const args = ["--workload", "writes", "--writes", ...TOKEN, ...BRIEFLY];
    expect(await runHere(["bench", blog.url, ...args])).toMatchObject({ code: 0 });
    expect((await blog.editor.get("/api/posts")).body).toEqual(before);
  });

  it("fails when requests fail, and says why", async () => {
    const args = ["--workload", "writes", "--writes", ...BRIEFLY];
    const { code, out } = await runHere(["bench", blog.url, ...args]);
    expect([code, /^writes .* 0$/m.test(out)]).toEqual([1, false]);
    expect(out).toMatch(/^writes: (\d+) of \1 failed, the first by status 401$/m);
  });

  it("sends the reads of a file, as often as it has them", async () => {
    const folder = await newFolder();
    const entryOf = (method: string, path: string) => ({
      request: { method, url: `https://elsewhere.example${path}` },
      response: { status: 200, content: {} },
    });
    const har = join(folder, "asked.har");
    const entries = [
      entryOf("GET", "/api/posts?sort=views"),
      entryOf("GET", "/api/posts?sort=views"),
      entryOf("HEAD", "/api/authors"),
      entryOf("POST", "/api/posts"),
    ];
    await writeFile(har, JSON.stringify({ log: { version: "1.2", entries } }));
    const { code, out, errors } = await runHere(["bench", blog.url, "--from", har, ...TOKEN, ...BRIEFLY]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out).toContain(`${blog.url}/api, asked the 3 reads of ${har}`);
    expect(out).toContain("not asked: POST is not sent (1)");
    expect(out).toMatch(/^recorded +\S+.* 0$/m);
    const refused = await runHere(["bench", blog.url, "--from", har, "--writes"]);
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining("leave out --writes") });
    await writeFile(har, JSON.stringify({ log: { version: "1.2", entries: entries.slice(3) } }));
    const empty = await runHere(["bench", blog.url, "--from", har]);
    expect(empty).toMatchObject({ code: 1, errors: `galley: ${har} holds no read that could be sent\n` });
  });

  it("writes its results to a file", async () => {
    const folder = await newFolder();
    const file = join(folder, "results.json");
    await runHere(["bench", blog.url, "--workload", "repeated", "--json", file, ...BRIEFLY]);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
      url: `${blog.url}/api/posts`,
      node: process.version,
      results: [{ workload: "repeated", failures: 0, rate: expect.any(Number), p99: expect.any(Number) }],
    });
  });

  it.each([
    [["bench"], 2, "needs to know whom to ask"],
    [["bench", "nonsense"], 2, "nonsense is not a URL"],
    [["bench", "ftp://127.0.0.1"], 2, "is not a URL"],
    [["bench", "http://127.0.0.1:9", "--duration", "0"], 2, "--duration must be a number above 0"],
    [["bench", "http://127.0.0.1:9", "--workload", "nope"], 2, "--workload must be one of by-id, repeated"],
  ])("says what is wrong with the call %j", async (args, code, message) => {
    expect(await runHere(args)).toMatchObject({ code, errors: expect.stringContaining(message) });
  });

  it.each([
    [["--token", "nobody"], "does not take this token (401)"],
    [["--type", "authors"], "wants credentials (401)"],
    [["--type", "authors", "--token", "token-of-the-contributor"], "is forbidden to this token (403)"],
    [["--type", "nope", ...TOKEN], "There is no /api/nope (404)"],
    [["--type", "categories", ...TOKEN], "has no documents to ask about"],
  ])("says why it cannot ask: %j", async (args, message) => {
    expect(await runHere(["bench", blog.url, ...args])).toMatchObject({
      code: 1,
      errors: expect.stringContaining(message),
    });
  });

  it("deletes nothing that it has not created, whatever a server answers", async () => {
    const deleted: string[] = [];
    const listed = [{ id: 1, documentId: "a/b", title: "Not of a benchmark", "odd name": 1 }];
    const asked = new Set<string>();
    const server: RequestListener = ({ method, url = "" }, response) => {
      if (method === "DELETE") deleted.push(url);
      asked.add(url);
      response.end(JSON.stringify({ data: listed, meta: {} }));
    };
    await withServer(server, async (url) => {
      expect((await runHere(["bench", url, "--writes", ...BRIEFLY])).code).toBe(0);
      expect([...asked]).toContain("/api/posts/a%2Fb");
    });
    expect(deleted).toEqual([]);
  });

  it.each([
    ["is the API of Strapi 4", JSON.stringify({ data: [{ id: 1, attributes: {} }] }), "is without a documentId"],
    ["lists no documents", JSON.stringify({ data: [null, 1] }), 'does not answer with { "data": [ … ] }'],
    ["answers nonsense", "{", 'does not answer with { "data": [ … ] }'],
  ])("says what is wrong with a server that %s", async (_, body, message) => {
    await withServer(
      (_request, response) => response.end(body),
      async (url) =>
        expect(await runHere(["bench", url])).toMatchObject({ code: 1, errors: expect.stringContaining(message) }),
    );
  });

  it("writes nothing to the terminal that could be a command to it", async () => {
    const refuse: RequestListener = (_request, response) => response.writeHead(500).end("\u001b[2J\u202eno");
    await withServer(refuse, async (url) => {
      expect((await runHere(["bench", url])).errors).toContain("/api/posts answers 500:  [2J no\n");
    });
  });

  it("says so when nothing listens, or something else", async () => {
    let url = "";
    await withServer(
      (_request, response) => response.end("hello"),
      async (its) => {
        url = its;
        expect((await runHere(["bench", url])).errors).toContain("is it the API of Strapi 5?");
      },
    );
    expect((await runHere(["bench", url])).errors).toContain("nothing listens there");
  });
});

/** Lends the address of a server that answers like this. */
async function withServer(answer: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    // A listening server on a port has such an address.
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
