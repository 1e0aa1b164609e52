import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { openStrapi4 } from "../../support/twin/strapi-4.ts";

const environment = { TOKEN: "any" };

async function twinOf(url: string, ...args: string[]) {
  const folder = join(await newFolder(), "twin");
  const ended = await runHere(
    ["pull", url, "--token-env", "TOKEN", "--out", folder, "--keep", "author", "--quiet", ...args],
    { environment },
  );
  expect(ended).toMatchObject({ code: 0, errors: "" });
  const { rest } = JSON.parse(await readFile(join(folder, "galley.config.json"), "utf8"));
  const galley = await createGalley({ project: folder, rest, open: true, tokens: TOKENS });
  onTestFinished(() => galley.close());
  const listed = async (path: string, headers = {}) => {
    const answer = await galley.fetch(path, { headers: { authorization: "Bearer full-token", ...headers } });
    return ((await answer.json()) as { readonly data: unknown }).data;
  };
  return { out: ended.out, folder, listed };
}

const TOKENS = [{ name: "full", token: "full-token", access: "full-access" }] as const;
const POPULATED =
  "populate[author]=true&populate[tags]=true&populate[seo][populate]=*&populate[zone][populate]=*&sort=id";

const attributes = (shown: object) => expect.objectContaining(shown);
const linked = (id: number, shown: object) => ({ id, documentId: String(id), attributes: attributes(shown) });

it("galley pull reads Strapi 4, whose twin answers in its form with its ids", async () => {
  const url = await openStrapi4();
  const { out, listed } = await twinOf(url);
  expect(out).toContain(`${url} answers in the format of Strapi 4 (data.attributes): pulled as version 4\n`);
  expect(out).toContain("api::post.post  2 (1 drafts only)");
  const author = linked(1, { name: "Author 1" });
  expect(await listed(`/api/posts?${POPULATED}`)).toEqual([
    {
      id: 1,
      documentId: "1",
      attributes: attributes({
        title: "One",
        author: { data: author },
        tags: { data: [linked(1, { label: "shown" })] },
        seo: { id: expect.any(Number), meta: "meta 1", by: { data: linked(2, { name: "Author 2" }) } },
        zone: [{ __component: "shared.seo", id: expect.any(Number), meta: "meta 2", by: { data: author } }],
      }),
    },
  ]);
  expect(await listed("/api/posts?locale=fr")).toMatchObject([{ id: 3, documentId: "1", attributes: { title: "Un" } }]);
  expect(await listed("/api/authors?populate=posts&sort=id")).toMatchObject([
    { id: 1, attributes: { posts: { data: [{ id: 1 }] } } },
    { id: 2, attributes: { posts: { data: [] } } },
  ]);
  const drafts = await listed("/api/posts?status=draft&populate=tags&sort=title", { "strapi-response-format": "v5" });
  expect(drafts).toMatchObject([
    { id: 2, documentId: "2", title: "Draft", publishedAt: null, tags: [{ label: "shown" }] },
    { documentId: "1", title: "One", tags: [{ label: "shown" }, { label: "hidden" }] },
  ]);
});

it("galley pull takes a part of Strapi 4, with the documents that it links to", async () => {
  const { listed } = await twinOf(await openStrapi4(), "--types", "post,author,tag", "--max", "1");
  const posts = await listed("/api/posts?status=draft&populate=*&locale=*&sort=id", { "strapi-response-format": "v5" });
  expect(posts).toMatchObject([{ title: "One" }, { title: "Un" }]);
});

it("galley pull knows Strapi 4 by its later lists, where the first is empty", async () => {
  const { out, listed } = await twinOf(await openStrapi4({ authors: [] }), "--types", "author,tag");
  expect(out).toContain("pulled as version 4\n");
  expect(await listed("/api/tags")).toEqual([linked(1, { label: "shown" })]);
});

it("galley pull knows Strapi 4 by its users, where they alone are pulled", async () => {
  const { out } = await twinOf(await openStrapi4(), "--types", "user");
  expect(out).toContain("pulled as version 4\n");
  expect(out).toContain("plugin::users-permissions.user  1\n");
});

it("galley diff finds no difference between Strapi 4 and its twin, and verify asks for recorded reads", async () => {
  const url = await openStrapi4();
  const { folder } = await twinOf(url);
  const same = await runHere(["diff", url, folder, "--token-env", "TOKEN", "--keep", "author"], { environment });
  expect(same).toMatchObject({ code: 0, out: "0 changed, 0 added, 0 gone of 10 versions\n" });
  const asked = await runHere(["verify", url, "--token-env", "TOKEN", "--against", folder], { environment });
  expect(asked).toMatchObject({ code: 2, errors: expect.stringContaining("give --requests FILE") });
});
