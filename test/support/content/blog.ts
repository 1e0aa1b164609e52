import { schemaOf } from "./schema-of.ts";

/**
 * The content types that the content contract takes its examples from, in the form of schema files. Choices that the
 * contract leaves to the deployment (required, unique, components) are made here.
 */
export const BLOG = schemaOf(
  {
    post: {
      attributes: {
        title: { type: "string", required: true },
        slug: { type: "uid", targetField: "title" },
        content: { type: "blocks" },
        excerpt: { type: "text" },
        publishedDate: { type: "date" },
        featured: { type: "boolean", default: false },
        views: { type: "integer" },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
        category: { type: "relation", relation: "manyToOne", target: "api::category.category", inversedBy: "posts" },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    author: {
      dp: false,
      attributes: {
        name: { type: "string", required: true },
        bio: { type: "text" },
        email: { type: "email" },
        avatar: { type: "media", multiple: false, allowedTypes: ["images"] },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
      },
    },
    category: {
      plural: "categories",
      dp: false,
      attributes: {
        name: { type: "string", required: true, unique: true },
        slug: { type: "uid", targetField: "name" },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "category" },
      },
    },
    tag: {
      dp: false,
      attributes: {
        name: { type: "string", required: true },
        slug: { type: "uid", targetField: "name" },
        posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
      },
    },
    "site-setting": {
      kind: "singleType",
      attributes: {
        siteName: { type: "string", required: true },
        tagline: { type: "string" },
        footer: { type: "json" },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    page: {
      attributes: {
        title: { type: "string", required: true },
        slug: { type: "uid", targetField: "title" },
        blocks: { type: "dynamiczone", components: ["blocks.hero", "blocks.quote"] },
      },
    },
  },
  {
    "shared.seo": {
      metaTitle: { type: "string", required: true },
      metaDescription: { type: "text" },
      keywords: { type: "string" },
      shareImage: { type: "media", multiple: false, allowedTypes: ["images"] },
      links: { type: "component", repeatable: true, component: "shared.link" },
    },
    "shared.link": { label: { type: "string" }, url: { type: "string", required: true }, weight: { type: "integer" } },
    "blocks.hero": {
      heading: { type: "string", required: true },
      sub: { type: "string" },
      cta: { type: "component", component: "shared.link" },
    },
    "blocks.quote": {
      body: { type: "text", required: true },
      author: { type: "relation", relation: "oneToOne", target: "api::author.author" },
    },
  },
);
