import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { fill, openSource, SOURCE_SCHEMA, write } from "../../support/twin/source.ts";

const ENVIRONMENT = { TOKEN: "full-token" };
const HEADERS = { authorization: "Bearer full-token" };

async function pullSeed(url: string, ...args: string[]) {
  const seed = join(await newFolder(), "seed.json");
  const ended = await runHere(["pull", url, "-o", seed, "--token-env", "TOKEN", "--quiet", ...args], {
    environment: ENVIRONMENT,
  });
  return { ...ended, seed };
}

async function openSeeded(seed: string) {
  const tokens = [{ name: "full", token: "full-token", access: "full-access" }] as const;
  const options = { profile: "strapi", uploads: true, users: true, rest: { maxLimit: 20 } } as const;
  const galley = await createGalley({ schema: SOURCE_SCHEMA, seed, tokens, ...options });
  onTestFinished(() => galley.close());
  return galley;
}

const READS = [
  "/api/posts?populate[author]=true&populate[tags]=true&populate[gallery]=true&sort=title",
  "/api/posts?populate[seo][populate][links][populate]=*&populate[blocks][on][shared.quote][populate][by]=true",
  "/api/posts?locale=fr&populate=seo&sort=title",
  "/api/posts?status=draft&fields=title&populate[tags][fields]=name&sort=title",
  "/api/authors?populate[favourite]=true",
  "/api/tags?status=draft&sort=name",
  "/api/home?populate=*",
  "/api/home?locale=de&status=draft",
  "/api/upload/files?sort=id",
];

it("galley pull -o seed.json writes a seed whose answers are those of the source", async () => {
  const source = await openSource();
  await fill(source, 14);
  const { code, errors, out, seed } = await pullSeed(source.url, "--keep", "author,file");
  expect([code, errors]).toEqual([0, ""]);
  expect(out).toContain(`Serve it with: galley PROJECT --seed ${seed}`);
  const galley = await openSeeded(seed);
  for (const path of READS) {
    const [real, here] = await Promise.all(
      [source.galley, galley].map(async (each) => (await each.fetch(path, { headers: HEADERS })).json()),
    );
    expect({ path, body: plain(here, path) }).toEqual({ path, body: plain(real, path) });
  }
});

/** Components have new ids, and so have drafts of published entries, which are dated anew. */
function plain(answer: unknown, path: string): unknown {
  const isDraft = path.includes("status=draft");
  return JSON.parse(
    JSON.stringify(answer, (key, value) => {
      if (isDraft && (key === "id" || key === "updatedAt")) return undefined;
      const isPart = typeof value === "object" && value !== null && "id" in value && !("documentId" in value);
      return isPart ? { ...value, id: undefined } : value;
    }),
  );
}

it("holds drafts, changes since publication, locales and links as REST shows them, and nothing raw", async () => {
  const source = await openSource();
  const { documentId: author } = await write(source, "POST", "/authors", { name: "Ada", email: "ada@raw.example" });
  const { documentId: tag } = await write(source, "POST", "/tags?status=draft", { name: "later" });
  const { documentId: post } = await write(source, "POST", "/posts", { title: "Bread", author, tags: [tag] });
  await write(source, "PUT", `/posts/${post}?status=draft`, { title: "Toast" });
  await write(source, "POST", "/posts?status=draft", { title: "Tea" });
  const { code, seed } = await pullSeed(source.url);
  expect(code).toBe(0);
  const text = await readFile(seed, "utf8");
  expect(text).not.toContain("raw.example");
  const entries = JSON.parse(text);
  const [bread, tea] = entries["api::post.post"];
  expect(bread).toMatchObject({ id: 2, documentId: post, title: "Bread", locale: "en", $draft: { title: "Toast" } });
  expect(bread).toMatchObject({ author: { id: 1, documentId: author }, tags: [{ documentId: tag, locale: "en" }] });
  expect(tea).toMatchObject({ title: "Tea", publishedAt: null });
  expect(Object.keys(entries["api::tag.tag"][0])).not.toContain("$draft");
});

it("makes up what is required and private, and says so", async () => {
  const contentTypes = {
    "api::page.page": {
      info: { singularName: "page", pluralName: "pages", displayName: "Page" },
      attributes: { title: { type: "string" }, code: { type: "string", required: true, private: true, minLength: 30 } },
    },
  } as const;
  const tokens = [{ name: "full", token: "full-token", access: "full-access" }] as const;
  const source = await createGalley({ schema: { contentTypes }, tokens, profile: "strapi" });
  onTestFinished(() => source.close());
  await source.documents("api::page.page").create({ data: { title: "One", code: "c".repeat(40) } });
  const { url } = await source.listen({ port: 0 });
  const { code, out, seed } = await pullSeed(new URL(url).origin);
  expect([code, out]).toEqual([0, expect.stringContaining("page.code: required, and not shown: made up")]);
  const galley = await createGalley({ schema: { contentTypes }, seed });
  onTestFinished(() => galley.close());
  expect(await galley.documents("api::page.page").findFirst()).toMatchObject({ title: "One" });
});

it("brings users with their roles", async () => {
  const source = await openSource();
  await source.galley.make("plugin::users-permissions.user", { username: "ada", email: "ada@example.org" });
  const { code, seed } = await pullSeed(source.url, "--types", "plugin::users-permissions.user", "--keep", "user");
  expect(code).toBe(0);
  const galley = await openSeeded(seed);
  const users = await (await galley.fetch("/api/users?populate=role", { headers: HEADERS })).json();
  expect(users).toMatchObject([{ username: "ada", role: { type: "authenticated" } }]);
});

it("has no place for bytes of files", async () => {
  expect(await pullSeed("http://127.0.0.1:1", "--files", "all")).toMatchObject({
    code: 2,
    errors: expect.stringContaining("--files all needs a folder or an archive as --out"),
  });
});

it.each(["seed.json", "twin.tar.gz"])("is not put in the place of a folder: --out %s", async (name) => {
  const source = await openSource();
  const out = join(await newFolder(), name);
  await mkdir(out);
  expect(
    await runHere(["pull", source.url, "--out", out, "--token-env", "TOKEN"], { environment: ENVIRONMENT }),
  ).toMatchObject({ code: 1, errors: expect.stringContaining(`${out} is a folder: choose another name with --out`) });
  expect(await readdir(join(out, ".."))).toEqual([name]);
});

it.each(["seed.json", "twin.tar.gz"])("is made of no archive: --archive with --out %s is refused", async (name) => {
  const out = join(await newFolder(), name);
  expect(await runHere(["pull", "--archive", "export.tar.gz", "--out", out], { environment: {} })).toMatchObject({
    code: 2,
    errors: expect.stringContaining("pull --archive writes a folder"),
  });
});
