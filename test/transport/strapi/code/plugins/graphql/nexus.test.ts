import { mkdir, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createGalley } from "../../../../../../transport/galley.ts";
import { writeProject } from "../../../project/write-project.ts";
import { TYPES } from "../../strapi-project.ts";
import { asked, extended, OPTIONS } from "./asked.ts";

const CODE = `
  const posts = () => strapi.documents("api::post.post");
  extension.use(({ nexus }) => ({
    types: [
      nexus.objectType({ name: "Popularity", definition(t) {
        t.nonNull.int("stars");
        t.json("extra");
        t.list.string("words");
        t.date("day");
        t.dateTime("at");
        t.field("post", { type: "Post", resolve: () => posts().findFirst({ sort: "title", status: "published" }) });
      } }),
      nexus.inputObjectType({ name: "StarInput", definition(t) { t.nonNull.int("least"); t.string("word", { default: "w" }); } }),
      nexus.enumType({ name: "Colour", members: { RED: "r", BLUE: "b" } }),
      nexus.unionType({ name: "Found", resolveType: (each) => (each.stars ? "Popularity" : "Post"), definition(t) { t.members("Popularity", "Post"); } }),
      nexus.extendType({ type: "Post", definition(t) {
        t.int("length", { resolve: (post) => post.title.length });
        t.string("slug", { resolve: (post) => "nexus " + post.slug });
        t.string("bare");
      } }),
      [nexus.extendType({ type: "Query", definition(t) {
        t.field("popularity", { type: "Popularity", args: { input: nexus.arg({ type: "StarInput" }), c: "Colour", n: nexus.intArg({ default: 4 }), s: nexus.nonNull(nexus.stringArg()) }, resolve: (_, args) => ({ stars: args.input?.least ?? args.n, extra: args, words: ["a"], day: "2020-01-01", at: new Date(0) }) });
        t.list.field("allPosts", { type: nexus.nonNull("Post"), args: { filters: "PostFiltersInput" }, resolve: () => posts().findMany({ status: "published", sort: "title" }) });
        t.field("pages", { type: "PostEntityResponseCollection", resolve: async () => ({ nodes: await posts().findMany({ status: "published", sort: "title" }) }) });
        t.field("colour", { type: "Colour", args: { c: "Colour" }, resolve: (_, { c }) => c });
        t.list.field("found", { type: "Found", resolve: async () => [{ stars: 1 }, ...(await posts().findMany({ limit: 1, sort: "title" }))] });
      } })],
    ],
    resolversConfig: Object.fromEntries(["later", "listed", "tag", "popularity", "allPosts", "pages", "colour", "found"].map((name) => ["Query." + name, { auth: false }])),
  }));
  extension.use(({ nexus }) => ({ types: [
    nexus.extendType({ type: "Popularity", definition(t) { t.string("more", { resolve: () => "more" }); } }),
    nexus.extendType({ type: "Query", definition(t) {
      t.field("later", { type: "Popularity", resolve: () => ({ stars: 1 }) });
      t.field("listed", { type: "PostEntityResponseCollection", args: strapi.plugin("graphql").service("builders").utils.getContentTypeArgs(strapi.contentTypes["api::post.post"]), resolve: async (_, args, context) => {
        const { builders, format } = strapi.plugin("graphql").services;
        const contentType = strapi.contentTypes["api::post.post"];
        const params = builders.utils.transformArgs(args, { contentType, usePagination: true });
        const { findMany } = builders.get("content-api").buildQueriesResolvers({ contentType });
        return format.returnTypes.toEntityResponseCollection(await findMany(null, params, context), { args: params, resourceUID: contentType.uid });
      } });
      t.field("tag", { type: "Tag", args: { name: nexus.nonNull("String") }, resolve: (_, { name }) => strapi.documents("api::tag.tag").findFirst({ filters: { name }, status: "published" }) });
    } }),
  ] }));`;

/** Answers as Strapi 5.54 gave them for the same code. */
const ANSWERS: { readonly [query: string]: unknown } = {
  '{ popularity(s: "x") { stars extra words day at post { title length slug bare } } }': {
    popularity: {
      stars: 4,
      extra: { n: 4, s: "x" },
      words: ["a"],
      day: "2020-01-01",
      at: "1970-01-01T00:00:00.000Z",
      post: { title: "Alpha", length: 5, slug: "nexus alpha", bare: null },
    },
  },
  '{ popularity(s: "x", input: { least: 2 }, c: RED) { extra } }': {
    popularity: { extra: { input: { least: 2, word: "w" }, c: "r", n: 4, s: "x" } },
  },
  '{ allPosts(filters: { title: { eq: "x" } }) { title length tags { name } } }': {
    allPosts: [
      { title: "Alpha", length: 5, tags: [{ name: "New" }] },
      { title: "Beta", length: 4, tags: [{ name: "New" }] },
    ],
  },
  "{ posts { slug length } pages { nodes { title } } colour(c: BLUE) }": {
    posts: [
      { slug: "nexus alpha", length: 5 },
      { slug: "nexus beta", length: 4 },
    ],
    pages: { nodes: [{ title: "Alpha" }, { title: "Beta" }] },
    colour: "BLUE",
  },
  '{ later { stars more } tag(name: "New") { name posts { title } } }': {
    later: { stars: 1, more: "more" },
    tag: { name: "New", posts: [{ title: "Alpha" }, { title: "Beta" }] },
  },
  '{ listed(filters: { title: { ne: "Alpha" } }, sort: "title:desc", pagination: { pageSize: 1 }, status: DRAFT) { nodes { title } pageInfo { total pageCount } } }':
    { listed: { nodes: [{ title: "Draft" }], pageInfo: { total: 2, pageCount: 2 } } },
  "{ found { __typename ... on Popularity { stars } ... on Post { title } } }": {
    found: [
      { __typename: "Popularity", stars: 1 },
      { __typename: "Post", title: "Alpha" },
    ],
  },
};

test("types of the project's own nexus are served as Strapi serves them", async () => {
  const project = await writeProject({ ...TYPES, ...extended(CODE) });
  await mkdir(join(project, "node_modules"));
  const { resolve } = createRequire(import.meta.url);
  for (const name of ["nexus", "graphql"]) {
    await symlink(dirname(resolve(`${name}/package.json`)), join(project, "node_modules", name));
  }
  const galley = await createGalley({ ...OPTIONS, project, run: true, strict: true } as never);
  onTestFinished(() => galley.close());
  for (const [query, data] of Object.entries(ANSWERS)) {
    expect({ query, ...(await asked(galley, query)) }).toEqual({ query, data });
  }
});
