import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { newFolder } from "../../support/folder.ts";
import { Caller } from "../../support/requests/caller.ts";
import type { Ended } from "../../support/servers/command-line.ts";
import { runHere, withServerHere } from "../../support/servers/run-here.ts";

const ANY_PORT = ["--port", "0", "--log-level", "warn"];

const ARTICLE = {
  info: { singularName: "article", pluralName: "articles", displayName: "Article" },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: "string", required: true },
    cover: { type: "media", multiple: false, allowedTypes: ["images", "files"] },
    manual: { type: "media", multiple: false, allowedTypes: ["files"] },
    author: { type: "relation", relation: "manyToOne", target: "api::writer.writer" },
  },
};

const WRITER = {
  info: { singularName: "writer", pluralName: "writers", displayName: "Writer" },
  attributes: {
    name: { type: "string" },
    code: { type: "integer", min: 1, max: 2, required: true, unique: true },
  },
};

const HOME = {
  kind: "singleType",
  info: { singularName: "home", pluralName: "homes", displayName: "Home" },
  attributes: { headline: { type: "string" } },
};

async function writeTypes(project: string, types: Readonly<Record<string, object>>): Promise<void> {
  for (const [name, schema] of Object.entries(types)) {
    const folder = join(project, "src", "api", name, "content-types", name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "schema.json"), JSON.stringify(schema));
  }
}

const tokenIn = ({ out }: Pick<Ended, "out">) => /Token +(\S+) \(full access, this run only\)/.exec(out)?.[1] ?? "";

describe("galley PATH, for a Strapi project", () => {
  test("shows the types, profile, callers and storage, and lets a token of this run write", async () => {
    const folder = await newFolder();
    const names = Array.from({ length: 12 }, (_, at) => `kind${at}`);
    const types = names.map((name) => {
      const info = { singularName: name, pluralName: `${name}s`, displayName: name };
      return [name, { info, attributes: { title: { type: "string" } } }] as const;
    });
    await writeTypes(join(folder, "site"), { home: HOME, ...Object.fromEntries(types) });
    const manifest = { name: "site", dependencies: { "@strapi/strapi": "5.54.0" } };
    await writeFile(join(folder, "site", "package.json"), JSON.stringify(manifest));
    await withServerHere(["site", ...ANY_PORT], { folder }, async (server, url) => {
      expect(server.out).toContain("strapi profile (--profile contract for the other)");
      expect(server.out).toContain(join(folder, "site", "galley-data", "db.json"));
      expect(server.out).toMatch(/ GET \/api\/kind0s +0\n/);
      expect(server.out).toContain("and 3 more; all routes: galley routes site");
      // Not the single type, which has no document yet.
      expect(server.out).toMatch(/ Try +curl .*\/api\/kind0s\n/);
      expect(server.out).toContain("may read nothing: --open");
      expect(server.out).toContain(`${url}/_studio#token=${tokenIn(server)}\n`);
      const editor = new Caller(url, tokenIn(server));
      expect((await editor.post("/api/kind0s", { data: { title: "one" } })).status).toBe(201);
      expect((await new Caller(url).get("/api/kind0s")).status).toBeOneOf([401, 403]);
    });
    await withServerHere(["site", "--open", "--profile", "contract", ...ANY_PORT], { folder }, async (server, url) => {
      expect(server.out).toContain("contract profile");
      expect(server.out).toMatch(/ GET \/api\/kind0s +1\n/);
      expect(server.out).toContain("may read everything");
      expect((await new Caller(url).get("/api/kind0s")).all("title")).toEqual(["one"]);
      expect((await new Caller(url).post("/api/kind0s", { data: {} })).status).toBe(401);
    });
  });

  test("uses the configuration of the project if the current folder has none", async () => {
    const folder = await newFolder();
    await writeTypes(join(folder, "site"), { home: HOME });
    const config = { profile: "contract", storage: "kept.json", roles: { public: { home: ["find"] } } };
    await writeFile(join(folder, "site", "galley.config.json"), JSON.stringify(config));
    await withServerHere(["site", ...ANY_PORT], { folder }, async ({ out }) => {
      expect(out).toContain("contract profile");
      expect(out).toContain(join(folder, "site", "kept.json"));
      expect(out).toContain("may read everything");
    });
  });
});

describe("galley --fake", () => {
  test("fills every type, reports those that it cannot fill, and serves the generated files", async () => {
    const folder = await newFolder();
    await writeTypes(folder, { article: ARTICLE, writer: WRITER, home: HOME });
    const args = [".", "--open", "--fake", "7", ...ANY_PORT];
    await withServerHere(args, { folder }, async ({ out }, url) => {
      expect(out).toContain("--fake makes 2 of api::writer.writer: ");
      const visitor = new Caller(url);
      const articles = await visitor.get("/api/articles?populate=*");
      expect(articles.pagination.total).toBe(7);
      expect((await visitor.get("/api/home")).entry.headline).toEqual(expect.any(String));
      const kinds = await Promise.all(
        ["cover", "manual"].map(async (name) => {
          const media = articles.entries[0]?.[name] as { url: string; size: number };
          const file = await fetch(url + media.url);
          const bytes = Buffer.from(await file.arrayBuffer());
          expect(Math.round(bytes.length / 10) / 100).toBe(media.size);
          return [file.headers.get("content-type"), bytes.toString("latin1", 1, 4)];
        }),
      );
      expect(kinds).toEqual([
        ["image/png", "PNG"],
        ["application/pdf", "PDF"],
      ]);
    });
    await withServerHere(args, { folder }, async ({ out }, url) => {
      expect(out).toContain("skips --fake: there is content already");
      expect((await new Caller(url).get("/api/articles")).pagination.total).toBe(7);
    });
  });
});

describe("the place of the content", () => {
  test("is the source's own: the demo's never gets into a project", async () => {
    const folder = await newFolder();
    await writeTypes(folder, { home: HOME });
    await withServerHere(ANY_PORT, { folder }, async ({ out }) => {
      expect(out).toContain(join(folder, "galley-data", "demo.json"));
    });
    await withServerHere([".", ...ANY_PORT], { folder }, async ({ out }) => {
      expect(out).not.toContain("does not fit");
      expect(out).toContain("1 content type, 0 documents");
    });
    expect(await readFile(join(folder, "galley-data", "demo.json"), "utf8")).toContain("api::post.post");
  });

  test("stays where earlier versions kept content of the same types, and is refused for that of others", async () => {
    const folder = await newFolder();
    const shared = join(folder, "galley-data", "db.json");
    await withServerHere(["--data", shared, ...ANY_PORT], { folder }, async (server, url) => {
      const editor = new Caller(url, tokenIn(server));
      expect((await editor.post("/api/tags", { data: { name: "Kept", slug: "kept" } })).status).toBe(201);
    });
    await writeTypes(join(folder, "site"), { home: HOME });
    await withServerHere(["site", ...ANY_PORT], { folder }, async ({ out }) => {
      expect(out).toContain(join(folder, "site", "galley-data", "db.json"));
    });
    await withServerHere(ANY_PORT, { folder }, async (server, url) => {
      expect(server.out).toContain(shared);
      const tags = await new Caller(url, tokenIn(server)).get("/api/tags?status=draft");
      expect(tags.all("name")).toContain("Kept");
    });
    await writeTypes(folder, { home: HOME });
    const { code, errors } = await runHere([".", ...ANY_PORT], { folder });
    expect(code).toBe(1);
    expect(errors).toContain("galley-data/db.json holds content of other types (api::");
    expect(errors).toContain("--data");
  });
});

describe("a port that is taken", () => {
  test.each([
    ["another galley", galleyServer],
    ["another program", otherServer],
  ])("is told with who has it: %s", async (who, start) => {
    const folder = await newFolder();
    const { port, close } = await start();
    const { code, errors } = await runHere(["--port", String(port), "--data", "memory"], { folder });
    await close();
    expect([code, errors]).toEqual([
      1,
      `galley: port ${port} of 127.0.0.1 is in use by ${who}: end that, or take another one: --port ${port + 1}\n`,
    ]);
  });
});

interface Taken {
  readonly port: number;
  close(): Promise<unknown>;
}

async function galleyServer(): Promise<Taken> {
  const galley = await createGalley({ schema: schemaOf({}) });
  const { port } = await galley.listen({ port: 0 });
  return { port, close: () => galley.close() };
}

async function otherServer(): Promise<Taken> {
  const server = createServer((_, response) => response.end("hello"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { port, close: async () => server.close() };
}

test("lines are readable if they are configured", async () => {
  const folder = await newFolder();
  const args = ["--port", "0", "--data", "memory"];
  await withServerHere(args, { folder }, async (server, url) => {
    await fetch(`${url}/api/tags?sort=name`);
    await fetch(`${url}/api/nothing`);
    await expect.poll(() => server.out).toMatch(/^GET \/api\/tags\?sort=name 200 [\d.]+ ms$/m);
    await expect.poll(() => server.out).toMatch(/^GET \/api\/nothing 404 [\d.]+ ms$/m);
  });
});
