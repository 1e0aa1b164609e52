import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newFolder } from "../../../support/folder.ts";
import { install } from "../../../support/servers/installed.ts";
import { LanguageServer } from "../../../support/typescript/language-server.ts";
import { STRICT_COMPILER } from "../../../support/typescript/strict-compiler.ts";

const SETTINGS = { compilerOptions: STRICT_COMPILER };

/** The comments are where an editor is asked what to offer. */
const PROGRAM = `import { createGalley, defineSchema } from "galley";
const schema = defineSchema({
  contentTypes: {
    "api::post.post": {
      info: { singularName: "post", pluralName: "posts", displayName: "Post" },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: "string", required: true },
        cover: { type: "media" },
        seo: { type: "component", component: "shared.seo" },
        blocks: { type: "dynamiczone", components: ["shared.seo", "shared.quote"] },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
      },
    },
    "api::author.author": {
      info: { singularName: "author", pluralName: "authors", displayName: "Author" },
      attributes: {
        name: { type: "string", required: true },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
      },
    },
  },
  components: {
    "shared.seo": { attributes: { image: { type: "media" } } },
    "shared.quote": { attributes: { text: { type: "string" } } },
  },
});
const galley = await createGalley({ schema });
const posts = galley.documents("api::post.post");
const authors = galley.documents("api::author.author");
const documentId = "a";
posts.findMany({ populate: { /* findMany */ } });
posts.findFirst({ populate: { /* findFirst */ } });
posts.findOne({ documentId, populate: { /* findOne */ } });
posts.create({ data: { title: "Tea" }, populate: { /* create */ } });
posts.update({ documentId, data: {}, populate: { /* update */ } });
posts.publish({ documentId, populate: { /* publish */ } });
posts.delete({ documentId, populate: { /* delete */ } });
authors.create({ data: { name: "Ada" }, populate: { /* create without drafts */ } });
posts.findMany({ populate: { author: true, /* the rest */ } });
posts.findMany({ populate: { author: { /* options */ } } });
posts.findMany({ populate: { author: { populate: { /* nested */ } } } });
posts.findMany({ populate: { author: { populate: { posts: { populate: { /* nested twice */ } } } } } });
posts.findMany({ populate: { seo: { populate: { /* in a component */ } } } });
posts.findMany({ populate: { blocks: { on: { /* components of a zone */ } } } });
posts.findMany({ populate: { blocks: { on: { "shared.seo": { populate: { /* in a zone */ } } } } } });
`;

const OF_POST = ["author", "blocks", "cover", "seo"];

it("an editor offers exactly the populatable attributes in populate", async () => {
  const folder = await newFolder();
  await install(folder);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(SETTINGS));
  await writeFile(join(folder, "program.ts"), PROGRAM);
  const server = await LanguageServer.start(folder);
  onTestFinished(() => server.stop());
  const offered = await server.completions("program.ts");
  expect(Object.fromEntries(offered)).toEqual({
    findMany: OF_POST,
    findFirst: OF_POST,
    findOne: OF_POST,
    create: OF_POST,
    update: OF_POST,
    publish: OF_POST,
    delete: OF_POST,
    "create without drafts": ["posts"],
    "the rest": ["blocks", "cover", "seo"],
    options: ["count", "fields", "filters", "populate", "sort"],
    nested: ["posts"],
    "nested twice": OF_POST,
    "in a component": ["image"],
    "components of a zone": ['"shared.quote"', '"shared.seo"'],
    "in a zone": ["image"],
  });
});
