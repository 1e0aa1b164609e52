import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { pullIntoFolder } from "../../../transport/twin/output/pull-into-folder.ts";
import { Upstream } from "../../../transport/twin/source/upstream.ts";
import { pullIntoMemory } from "../../../transport/twin/verify/fresh-twin.ts";
import { newFolder } from "../../support/folder.ts";
import { withJson } from "../../support/requests/json.ts";
import { runHere } from "../../support/servers/run-here.ts";
import {
  fill,
  inFront,
  openSource,
  pictureWith,
  SOURCE_SCHEMA,
  type Source,
  upload,
  write,
} from "../../support/twin/source.ts";

const TOKEN = { TOKEN: "full-token" };

async function pulled(url: string, ...args: string[]) {
  const folder = join(await newFolder(), "twin");
  const ended = await runHere(["pull", url, "--out", folder, "--token-env", "TOKEN", ...args], { environment: TOKEN });
  return { ...ended, folder };
}

async function serve(folder: string) {
  const config = JSON.parse(await readFile(join(folder, "galley.config.json"), "utf8"));
  const tokens = [{ name: "full", token: "full-token", access: "full-access" }] as const;
  const { rest, roles, queryLimits } = config;
  const galley = await createGalley({ project: folder, rest, roles, queryLimits, tokens });
  onTestFinished(() => galley.close());
  return galley;
}

const HEADERS = { authorization: "Bearer full-token" };

interface List {
  readonly data: readonly { readonly [key: string]: unknown }[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

async function listOf(galley: Pick<Source["galley"], "fetch">, path: string): Promise<List> {
  return (await (await galley.fetch(path, { headers: HEADERS })).json()) as List;
}

async function expectSame(source: Source, twin: Awaited<ReturnType<typeof serve>>, path: string): Promise<void> {
  const answers = [];
  for (const galley of [source.galley, twin]) {
    const response = await galley.fetch(path, { headers: HEADERS });
    answers.push({ path, status: response.status, body: await response.json() });
  }
  expect(answers[1]).toEqual(answers[0]);
}

const POPULATED = [
  "populate[author]=true&populate[tags]=true&populate[cover][fields]=hash&populate[gallery]=true",
  "populate[seo][populate][links][populate]=*&populate[blocks][on][shared.seo]=true",
  "populate[blocks][on][shared.quote][populate][by]=true&populate[blocks][on][shared.quote][populate][parts][populate]=links",
];

describe("galley pull", () => {
  it("makes a folder whose answers are those of the source, with ids, times and order", async () => {
    const source = await openSource();
    await fill(source, 45);
    const { code, errors, out, folder } = await pulled(source.url, "--quiet", "--keep", "file,author");
    expect([code, errors]).toEqual([0, ""]);
    expect(out).toMatch(/api::post.post {2}45 \(\d+ drafts only\)/);
    const twin = await serve(folder);
    for (const status of ["draft", "published"]) {
      for (const populate of ["", ...POPULATED])
        for (const page of [1, 2, 3])
          for (const locale of ["", "&locale=fr", "&locale=*"])
            await expectSame(
              source,
              twin,
              `/api/posts?status=${status}&pagination[page]=${page}&pagination[pageSize]=20&${populate}${locale}`,
            );
      await expectSame(source, twin, `/api/authors?status=${status}&populate=*`);
      await expectSame(source, twin, `/api/tags?status=${status}&populate=posts`);
      for (const locale of ["en", "de", "fr"])
        await expectSame(source, twin, `/api/home?status=${status}&locale=${locale}&populate=*`);
    }
    await expectSame(source, twin, "/api/upload/files");
    const [file] = (await (await twin.fetch("/api/upload/files", { headers: HEADERS })).json()) as { url: string }[];
    expect((await twin.fetch(file?.url ?? "")).status).toBe(200);
  });

  it("sends nothing but GET, never a page number, and its own name", async () => {
    const source = await openSource();
    await fill(source, 12);
    const front = await inFront(source.url, () => false);
    const { code } = await pulled(front.url);
    expect(code).toBe(0);
    expect(
      front.asked.filter(({ method, url = "" }) => method !== "GET" || /pagination\[(page|start)\]/.test(url)),
    ).toEqual([]);
    expect(front.asked[0]?.headers["user-agent"]).toMatch(/^galley-pull\/\d/);
  });

  it("asks a busy server again, as it wishes", async () => {
    const source = await openSource();
    await fill(source, 3);
    const front = await inFront(source.url, (request, response, number) => {
      if (number % 3 !== 0) return false;
      if (number % 2 === 0) request.socket.destroy();
      else response.writeHead(429, { "retry-after": "0" }).end();
      return true;
    });
    const { code, folder } = await pulled(front.url);
    expect(code).toBe(0);
    expect((await listOf(await serve(folder), "/api/posts")).meta.pagination.total).toBe(2);
  });

  it("asks four at a time at most, and so many a second as it is told", async () => {
    const source = await openSource();
    await fill(source, 12);
    let running = 0;
    let most = 0;
    const front = await inFront(source.url, (_, response) => {
      most = Math.max(most, ++running);
      response.once("close", () => running--);
      return false;
    });
    await pulled(front.url);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
    front.asked.length = 0;
    const began = performance.now();
    await pulled(front.url, "--rate", "20");
    expect(performance.now() - began).toBeGreaterThan((front.asked.length - 1) * 50);
  });

  it("continues what was interrupted", async () => {
    const source = await openSource();
    await fill(source, 45);
    let isBroken = true;
    const front = await inFront(source.url, (request, response) => {
      if (!isBroken || !/posts.*\$gt/.test(request.url ?? "")) return false;
      response.writeHead(500).end();
      return true;
    });
    const folder = join(await newFolder(), "twin");
    const args = ["pull", front.url, "--out", folder, "--token-env", "TOKEN"];
    const first = await runHere(args, { environment: TOKEN });
    expect([first.code, first.errors]).toEqual([1, expect.stringContaining("answered 500 to GET /api/posts")]);
    expect(await stat(join(folder, "metadata.json")).catch(() => null)).toBeNull();
    const other = await runHere([...args, "--resume", "--max", "3"], { environment: TOKEN });
    expect(other.errors).toContain("was begun with other options");
    isBroken = false;
    front.asked.length = 0;
    expect(await runHere([...args, "--resume"], { environment: TOKEN })).toMatchObject({ code: 0 });
    const again = front.asked.filter(({ url = "" }) => /posts\?.*populate/.test(url));
    expect(again.length).toBeGreaterThan(0);
    expect(again.filter(({ url = "" }) => !url.includes("$gt"))).toEqual([]);
    const twin = await serve(folder);
    for (const status of ["draft", "published"])
      await expectSame(source, twin, `/api/posts?status=${status}&populate=tags&pagination[pageSize]=20`);
  });

  it("reads again what changes while it is read", async () => {
    const source = await openSource();
    await fill(source, 8);
    const [first, second] = (
      (await (await source.galley.fetch("/api/posts?locale=en", { headers: HEADERS })).json()) as {
        data: { documentId: string }[];
      }
    ).data;
    let writing: Promise<unknown> | null = null;
    const front = await inFront(source.url, ({ url = "" }, response) => {
      if (writing !== null || !/posts\?.*fields\[0\]=documentId/.test(decodeURIComponent(url))) return false;
      writing = (async () => {
        await write(source, "DELETE", `/posts/${first?.documentId}`);
        await write(source, "PUT", `/posts/${second?.documentId}`, { title: "Later" });
        const answer = await fetch(source.url + url, { headers: HEADERS });
        response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
      })();
      return true;
    });
    const { code, out, folder } = await pulled(front.url);
    await writing;
    expect([code, out]).toEqual([0, expect.stringMatching(/ documents changed during the pull and were read again/)]);
    const twin = await serve(folder);
    await expectSame(source, twin, "/api/posts?fields=title&locale=*&pagination[pageSize]=20");
    await expectSame(source, twin, "/api/posts?fields=title&status=draft&pagination[pageSize]=20");
  });

  it("reads no answer again that a source with tags has still", async () => {
    const source = await openSource("contract");
    await fill(source, 8);
    const isSweep = (url: string) => /\?.*fields\[0\]=documentId&fields\[1\]=updatedAt/.test(decodeURIComponent(url));
    let writing: Promise<unknown> | null = null;
    const front = await inFront(source.url, ({ url = "" }, response) => {
      if (writing !== null || !url.startsWith("/api/tags?") || !isSweep(url)) return false;
      writing = (async () => {
        await write(source, "POST", "/tags", { name: "late" });
        const answer = await fetch(source.url + url, { headers: HEADERS });
        response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
      })();
      return true;
    });
    const { rows } = await pullIntoMemory({ upstream: new Upstream(front.url, { token: "full-token" }) });
    expect(rows.get("api::tag.tag")?.documents).toBe(4);
    const tagged = front.asked.filter(({ headers }) => headers["if-none-match"] !== undefined);
    expect(tagged.length).toBeGreaterThan(0);
    expect(tagged.every(({ url = "" }) => isSweep(url))).toBe(true);
    expect(front.statuses.filter((status) => status === 304).length).toBeGreaterThan(0);
  });

  it("takes the newest documents and what they link to", async () => {
    const source = await openSource();
    await fill(source, 10);
    const { code, folder } = await pulled(source.url, "--max", "2", "--keep", "author");
    expect(code).toBe(0);
    const twin = await serve(folder);
    const posts = await listOf(twin, "/api/posts?status=draft&populate=author");
    expect(posts.data.map(({ title }) => title).sort()).toEqual(expect.arrayContaining(["Post 8", "Post 9"]));
    expect(posts.data.every(({ author }) => author !== null)).toBe(true);
    const { types } = JSON.parse(await readFile(join(folder, "pull.json"), "utf8"));
    expect(types["api::post.post"].complete).toBe(false);
  });

  it("takes what matches", async () => {
    const source = await openSource();
    await fill(source, 10);
    const { folder } = await pulled(source.url, "--types", "post", "--where", "post:title=Post 4");
    const posts = await listOf(await serve(folder), "/api/posts?status=draft");
    expect(posts.data).toMatchObject([{ title: "Post 4" }]);
  });

  it("reads a Galley of its own contract, and users who are named", async () => {
    const source = await openSource("contract");
    await fill(source, 4);
    const { code, out, folder } = await pulled(source.url, "--types", "post,author,tag,home", "--keep", "author,file");
    expect([code, out]).toEqual([0, expect.stringMatching(/api::post.post {2}4/)]);
    const twin = await serve(folder);
    const asked =
      "/api/posts?status=draft&fields=title&populate[author][fields]=name&populate[tags][fields]=name&sort=id";
    const listed = [await listOf(source.galley, asked), await listOf(twin, asked)];
    expect(listed[1]?.data).toEqual(listed[0]?.data);
  });

  it("takes a project's types where the token may not read them, and users without passwords", async () => {
    const source = await openSource();
    await write(source, "POST", "/authors", { name: "Ada" });
    const headers = { authorization: "Bearer full-token", "content-type": "application/json" };
    const user = { username: "ada", email: "ada@real.org", password: "secret-12", role: 1 };
    const made = await fetch(`${source.url}/api/users`, withJson("POST", user, headers));
    expect(made.status).toBe(201);
    const folder = await newFolder();
    await writeFile(join(folder, "types.json"), JSON.stringify(SOURCE_SCHEMA));
    const flags = ["--schema", join(folder, "types.json"), "--types", "author,plugin::users-permissions.user"];
    const twin = join(folder, "twin.tar.gz");
    const args = ["pull", source.url, "--out", twin, "--token-env", "READ", ...flags];
    const { code, out } = await runHere(args, { environment: { READ: "read-token" } });
    expect([code, out]).toEqual([0, expect.stringMatching(/users-permissions.user {2}1/)]);
    expect(out).toContain("Users have no passwords, so none can sign in");
    const galley = await createGalley({ project: twin, users: true });
    onTestFinished(() => galley.close());
    const users = await galley.documents("plugin::users-permissions.user").findMany();
    expect(users).toMatchObject([{ provider: "local", email: expect.stringMatching(/@example\.com$/) }]);
    expect(JSON.stringify(users)).not.toMatch(/\bada\b|secret/);
  });

  it("writes into no folder that holds something else of the same name", async () => {
    const source = await openSource();
    const folder = await newFolder();
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "assets", "mine.css"), "p {}");
    const { code, errors } = await runHere(["pull", source.url, "--out", folder, "--token-env", "TOKEN"], {
      environment: TOKEN,
    });
    expect([code, errors]).toEqual([1, expect.stringContaining("holds assets, which no pull has written")]);
    expect(await readdir(folder)).toEqual(["assets"]);
  });

  it("gives visitors what the source gives them, and drafts to nobody else", async () => {
    const source = await openSource();
    await fill(source, 3);
    const { folder } = await pulled(source.url);
    const twin = await serve(folder);
    expect((await twin.fetch("/api/posts")).status).toBe(403);
  });

  it("answers what is populated in circles, as Strapi does", async () => {
    const source = await openSource();
    const author = (await write(source, "POST", "/authors", { name: "Ada" })).documentId;
    const posts = source.galley.documents("api::post.post");
    for (let n = 0; n < 30; n++)
      await posts.create({ data: { title: `Post ${n}`, body: "x".repeat(200), author }, status: "published" });
    const twin = await serve((await pulled(source.url)).folder);
    const circle = "/api/posts?populate=author.posts.author.posts&pagination[pageSize]=20";
    expect((await source.galley.fetch(circle, { headers: HEADERS })).status).toBe(400);
    expect((await twin.fetch(circle, { headers: HEADERS })).status).toBe(200);
  });

  it("leaves pictures without what cameras wrote into them", async () => {
    const source = await openSource();
    const documentId = await upload(source, "Maria-Lopez-passport.png", pictureWith("GPS 48.137, 11.575"));
    await write(source, "POST", "/posts", { title: "With a picture", cover: documentId });
    const { folder, out } = await pulled(source.url, "--report");
    const [name = ""] = await readdir(join(folder, "assets/uploads"));
    expect(name).toMatch(/^file_[0-9a-f]{24}\.png$/);
    expect((await readFile(join(folder, "assets/uploads", name))).includes("GPS 48.137")).toBe(false);
    expect(out).toContain("scrubbed: file.name: text (name of a file)");
  });
});

it("galley pull --files placeholder fetches no byte of any file", async () => {
  const source = await openSource();
  const gallery = [
    await upload(source, "one.png", pictureWith("x")),
    await upload(source, "two.svg", Buffer.from("<svg>Ada</svg>"), "image/svg+xml"),
    await upload(source, "three.pdf", Buffer.from("%PDF-1.4 by Ada"), "application/pdf"),
  ];
  await write(source, "POST", "/posts", { title: "Files", gallery });
  const front = await inFront(source.url, () => false);
  const { code, folder } = await pulled(front.url, "--files", "placeholder");
  expect(code).toBe(0);
  expect(front.asked.filter(({ url = "" }) => url.startsWith("/uploads/"))).toEqual([]);
  const names = await readdir(join(folder, "assets/uploads"));
  expect(names.map((name) => name.split(".").at(-1)).sort()).toEqual(["pdf", "png", "svg"]);
});

describe("galley pull says", () => {
  it("that a token may not read content types", async () => {
    const { url } = await openSource();
    const { code, errors } = await runHere(["pull", url, "--token-env", "READ", "--out", await newFolder()], {
      environment: { READ: "read-token" },
    });
    expect([code, errors]).toEqual([
      1,
      "galley: this token may not read content types (403): give --schema PATH of the project, or a full-access token\n",
    ]);
  });

  it("that no API shows a password", async () => {
    const info = { singularName: "door", pluralName: "doors", displayName: "Door" };
    const door = { info, attributes: { name: { type: "string" }, code: { type: "password" } } };
    const tokens = [{ name: "full", token: "full-token", access: "full-access" }] as const;
    const galley = await createGalley({ schema: { contentTypes: { "api::door.door": door } }, tokens });
    onTestFinished(() => galley.close());
    const { url } = await galley.listen({ port: 0 });
    await galley.documents("api::door.door").create({ data: { name: "Front", code: "open sesame" } });
    const { out } = await pulled(new URL(url).origin);
    expect(out.split("\n").filter((line) => line.includes("door.code"))).toEqual([
      "  left out: door.code: a password, which no API shows",
    ]);
  });

  it("why nobody answers", async () => {
    const { code, errors } = await pulled("http://127.0.0.1:1");
    expect([code, errors]).toEqual([
      1,
      "galley: http://127.0.0.1:1 did not answer GET /api/content-type-builder/content-types: bad port\n",
    ]);
  });

  it("that a token is wrong", async () => {
    const { url } = await openSource();
    const { errors } = await runHere(["pull", url, "--token-env", "BAD", "--out", await newFolder()], {
      environment: { BAD: "x" },
    });
    expect(errors).toBe(
      `galley: ${url} answered 401 to GET /api/content-type-builder/content-types: the token is missing, wrong or expired\n`,
    );
  });

  it("that a server is not Strapi", async () => {
    const front = await inFront("", (_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello");
      return true;
    });
    const { errors } = await pulled(front.url);
    expect(errors).toBe(
      `galley: ${front.url} is not Strapi: GET /api/content-type-builder/content-types gave text/html\n`,
    );
  });

  it("how to go on where a server has died meanwhile, and what its address must be", async () => {
    const source = await openSource();
    await fill(source, 45);
    const front = await inFront(source.url, (request) => {
      if (/posts.*\$gt/.test(request.url ?? "")) request.socket.destroy();
      return /posts.*\$gt/.test(request.url ?? "");
    });
    const upstream = new Upstream(front.url, { token: "full-token", pause: 1 });
    const out = join(await newFolder(), "twin");
    await expect(pullIntoFolder({ upstream, out, files: "none", scrub: {} })).rejects.toThrow(
      /did not answer GET \/api\/posts: .*\n\d+ documents were read: --resume goes on$/,
    );
    expect((await pulled(`${source.url}/api/posts`)).errors).toMatch(
      /answered 404 to GET \/api\/posts\/content-type-builder\/content-types: the path of its URL must be where its API begins, mostly \/api\n$/,
    );
    await writeFile(`${out}.txt`, "mine");
    const { errors } = await runHere(["pull", source.url, "--token-env", "TOKEN", "--out", `${out}.txt`], {
      environment: TOKEN,
    });
    expect(errors).toContain("is no folder, or below a file: choose another name with --out");
  });

  it("which type a token may not find", async () => {
    const source = await openSource();
    await fill(source, 2);
    const front = await inFront(source.url, (request, response) => {
      if (!request.url?.startsWith("/api/tags")) return false;
      response.writeHead(403, { "content-type": "application/json" }).end("{}");
      return true;
    });
    const { code, out } = await pulled(front.url);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining(`${front.url} answered 403 to GET /api/tags: left out (the token may not find it)`),
    ]);
  });

  it("which links lead nowhere", async () => {
    const source = await openSource();
    await fill(source, 6);
    const front = await inFront(source.url, (request, response) => {
      if (!request.url?.startsWith("/api/authors")) return false;
      const headers = { authorization: String(request.headers.authorization) };
      fetch(source.url + request.url, { headers }).then(async (answer) => {
        const { data, meta } = (await answer.json()) as List;
        const known = data.filter(({ id }) => id !== 1);
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: known, meta }));
      });
      return true;
    });
    const { code, out } = await pulled(front.url);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^\d+ links lead to documents that are not there \(post\.author \d+, post\.shared\.quote\.by \d+\)$/m,
      ),
    ]);
  });

  it("that the disk is full, and continues then", async () => {
    const source = await openSource();
    await fill(source, 6);
    const out = join(await newFolder(), "twin");
    const upstream = new Upstream(source.url, { token: "full-token" });
    const asked = { upstream, out, files: "none", scrub: {} } as const;
    const progress = () => {
      throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
    };
    await expect(pullIntoFolder({ ...asked, progress })).rejects.toThrow(
      /^disk full after \d+ of \d+ documents: free space and add --resume$/,
    );
    const { report } = await pullIntoFolder({ ...asked, resume: true });
    expect(report.types["api::post.post"]).toMatchObject({ documents: 6 });
  });

  it("that a certificate is not valid, unless it may be", async () => {
    const source = await openSource();
    const folder = await newFolder();
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"];
    execFileSync("openssl", [...made, "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", cert], { stdio: "ignore" });
    const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
      const headers = { authorization: String(request.headers.authorization) };
      fetch(source.url + request.url, { headers }).then(async (answer) => {
        response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
      server.closeAllConnections();
      server.close();
    });
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, errors } = await pulled(url);
    expect([code, errors]).toEqual([
      1,
      `galley: the certificate of ${url} is not valid: DEPTH_ZERO_SELF_SIGNED_CERT (--insecure to accept)\n`,
    ]);
    expect((await pulled(url, "--insecure")).code).toBe(0);
  });

  it("that content types changed, unless it may", async () => {
    const source = await openSource();
    await fill(source, 1);
    const answered = new Map<string, number>();
    const front = await inFront(source.url, ({ url = "" }, response) => {
      const times = (answered.get(url) ?? 0) + 1;
      answered.set(url, times);
      if (!url.endsWith("/components") || times === 1) return false;
      response.writeHead(200, { "content-type": "application/json" }).end('{"data":[]}');
      return true;
    });
    const { code, errors } = await pulled(front.url);
    expect([code, errors]).toEqual([
      1,
      "galley: the source changed its content types while it was read: start again or add --allow-drift\n",
    ]);
    answered.clear();
    expect((await pulled(front.url, "--allow-drift")).code).toBe(0);
  });

  it("where a redirect leads away", async () => {
    const source = await openSource();
    const seen: (string | undefined)[] = [];
    const other = await inFront(source.url, (request) => {
      seen.push(request.headers.authorization);
      return false;
    });
    const front = await inFront(source.url, (request, response) => {
      response.writeHead(302, { location: other.url + request.url }).end();
      return true;
    });
    const { errors } = await pulled(front.url);
    expect([errors, seen]).toEqual([
      `galley: ${front.url} redirects to ${other.url}, which gets no token: give its address\n`,
      [undefined],
    ]);
    const strict = await pulled(front.url, "--strict");
    expect(strict.errors).toContain("(refused by --strict)");
  });
});
