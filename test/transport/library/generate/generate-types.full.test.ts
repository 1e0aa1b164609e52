import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { defineSchema } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { generateTypes } from "../../../../transport/library/generate/generate-types.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { MORPH_TYPES } from "../../../support/content/morph-types.ts";
import { newFolder } from "../../../support/folder.ts";
import { runHere } from "../../../support/servers/run-here.ts";
import { compile } from "../../../support/typescript/compile.ts";

const schema = defineSchema(BLOG);

/** Uses of the generated client; the compiler must refuse the ones that are expected to fail. */
const USES = `
export async function use(url: string, token: string) {
  const client = createClient({ url, token });
  const posts = client.collection("posts");
  const { data: ada } = await client.collection("authors").create({ name: "Ada" });
  const { data: post } = await posts.create(
    { title: "Bread & butter", views: 1, author: ada.documentId, seo: { metaTitle: "Meta" } },
    { status: "published", populate: ["author", "seo"] },
  );
  const title: string = post.title;
  const { data: found, meta } = await posts.find({
    filters: { title: { $contains: "&" }, author: { name: { $in: ["Ada", "Bob"] } }, $not: { views: { $gt: 3 } } },
    sort: ["title:desc", "author.name"],
    fields: ["title"],
    populate: { author: { fields: ["name"], populate: ["posts"] }, seo: true },
    pagination: { page: 1, pageSize: 10 },
  });
  const names = found.map((each) => each.author?.name + " " + each.seo?.metaTitle);
  // @ts-expect-error The fields chosen do not have it.
  const absent = found[0]?.views;
  const { data: changed } = await posts.update(post.documentId, { title: "New" }, { fields: ["title"] });
  const { data: setting } = await client.single("site-setting").update({ siteName: "Site" }, { status: "published" });
  const { data: pages } = await client.collection("pages").find({ populate: ["blocks"] });
  const headings = pages.flatMap((page) => page.blocks.map((b) => (b.__component === "blocks.hero" ? b.heading : b.body)));
  await posts.delete(post.documentId);
  const gone = await posts.findOne(post.documentId).catch((error: ClientError) => [error.status, error.name, error.message]);
  // @ts-expect-error No such collection.
  const none = () => client.collection("nope");
  // @ts-expect-error No such attribute.
  const mistaken = () => posts.create({ titel: "x" });
  // @ts-expect-error The name of an author is required.
  const nameless = () => client.collection("authors").create({});
  // @ts-expect-error A field cannot be populated.
  const flat = () => posts.find({ populate: ["title"] });
  // @ts-expect-error A text where a number belongs.
  const many = () => posts.find({ filters: { views: { $gt: "x" } } });
  return { title, names, total: meta.pagination.total, absent, changed, setting, headings, gone, calls: [none, mistaken, nameless, flat, many] };
}
`;

interface Used {
  readonly [name: string]: unknown;
}

describe("generated types", () => {
  it("are those of the profile contract where none is named", () => {
    expect(generateTypes(schema)).toBe(generateTypes(schema, { profile: "contract" }));
  });

  it.each(["contract", "strapi"] as const)(
    "are a client that works in the profile %s, compile under strict settings, and refuse what the API would",
    async (profile) => {
      const program = `${generateTypes(schema, { profile })}${USES}`;
      expect((await compile(program)).errors).toBe("");
      const folder = await mkdtemp(join(tmpdir(), "galley-types-"));
      const tokens = [{ name: "all", token: "all", access: "full-access" }] as const;
      await using galley = await createGalley({ schema, profile, tokens });
      const { url } = await galley.listen({ port: 0 });
      try {
        const file = join(folder, "client.ts");
        await writeFile(file, program);
        const client: { use(url: string, token: string): Promise<Used> } = await import(pathToFileURL(file).href);
        expect(await client.use(url, "all")).toMatchObject({
          title: "Bread & butter",
          names: ["Ada Meta"],
          total: 1,
          absent: undefined,
          changed: { id: expect.any(Number), documentId: expect.any(String), title: "New" },
          setting: { siteName: "Site", publishedAt: expect.any(String) },
          headings: [],
          gone: [404, "NotFoundError", "Not Found"],
        });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  it("name each type once, whatever types and components are called", () => {
    const info = (singularName: string) => ({
      singularName,
      pluralName: `${singularName}-list`,
      displayName: "A */ B",
    });
    const attributes = {
      name: { type: "string" },
      secret: { type: "password" },
      own: { type: "string", private: true },
    } as const;
    const text = generateTypes(
      defineSchema({
        contentTypes: {
          "api::json.json": { info: info("json"), attributes: {} },
          "api::shared-seo.shared-seo": { info: info("shared-seo"), attributes },
        },
        components: { "shared.seo": { attributes: {} }, "9.x": { attributes: {} } },
      }),
    );
    const names = [...text.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["Json2", "SharedSeo", "SharedSeo2", "Type9X", "File"]));
    expect(text).toContain("  name: string | null;");
    expect(text).not.toMatch(/^ {2}own: /m);
    expect(text).toContain("  secret?: string | null;");
  });

  it("tell entries of any type apart by their type", () => {
    const text = generateTypes(defineSchema(MORPH_TYPES));
    expect(text).toContain("  things?: Morph[];\n");
    expect(text).toContain("  thing?: MorphLink | null;\n");
    expect(text).toContain('  | (Tag & { __type: "api::tag.tag" })\n');
    expect(generateTypes(schema)).not.toContain("Morph");
  });

  it("are the same for the same schema", () => {
    expect(generateTypes(defineSchema(BLOG))).toBe(generateTypes(schema));
  });
});

describe("galley types", () => {
  it("writes a file, or to the standard output", async () => {
    const folder = await newFolder();
    const file = join(folder, "site.json");
    await writeFile(file, JSON.stringify({ contentTypes: BLOG.contentTypes, components: BLOG.components }));
    const { out, code } = await runHere(["types", file, "--profile", "strapi"]);
    expect([out, code]).toEqual([generateTypes(schema, { profile: "strapi" }), 0]);
    await runHere(["types", file, "--out", join(folder, "src/api.ts")]);
    const { readFile } = await import("node:fs/promises");
    expect(await readFile(join(folder, "src/api.ts"), "utf8")).toBe(generateTypes(schema));
  });
});
