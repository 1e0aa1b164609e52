import type { SchemaDefinition } from "../../engine/internal.ts";

/** The content types of the benchmarks: a blog with the attributes that `data.ts` fills. */
export const BLOG = {
  contentTypes: {
    "api::post.post": {
      kind: "collectionType",
      info: { singularName: "post", pluralName: "posts", displayName: "Post" },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: "string", required: true },
        slug: { type: "uid", targetField: "title" },
        content: { type: "blocks" },
        excerpt: { type: "text" },
        publishedDate: { type: "date" },
        featured: { type: "boolean", default: false },
        views: { type: "integer" },
        rating: { type: "decimal" },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
        category: { type: "relation", relation: "manyToOne", target: "api::category.category", inversedBy: "posts" },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
      },
    },
    "api::author.author": {
      kind: "collectionType",
      info: { singularName: "author", pluralName: "authors", displayName: "Author" },
      options: { draftAndPublish: false },
      attributes: {
        name: { type: "string", required: true },
        bio: { type: "text" },
        email: { type: "email" },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
      },
    },
    "api::category.category": {
      kind: "collectionType",
      info: { singularName: "category", pluralName: "categories", displayName: "Category" },
      options: { draftAndPublish: false },
      attributes: {
        name: { type: "string", required: true, unique: true },
        slug: { type: "uid", targetField: "name" },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "category" },
      },
    },
    "api::tag.tag": {
      kind: "collectionType",
      info: { singularName: "tag", pluralName: "tags", displayName: "Tag" },
      options: { draftAndPublish: true },
      attributes: {
        name: { type: "string", required: true },
        slug: { type: "uid", targetField: "name" },
        posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
      },
    },
  },
} as const satisfies SchemaDefinition;

/** The same types with localized posts, all of whose values are localized. */
export function localizedBlog(): SchemaDefinition {
  const pluginOptions = { i18n: { localized: true } };
  const { "api::post.post": post, ...others } = BLOG.contentTypes;
  const attributes = Object.entries(post.attributes).map(([name, attribute]) => [
    name,
    { ...attribute, pluginOptions },
  ]);
  const localized = { ...post, pluginOptions, attributes: Object.fromEntries(attributes) };
  return { contentTypes: { "api::post.post": localized, ...others } };
}
