import type { SchemaDefinition } from "../../../engine/internal.ts";
import type { SeedData } from "../../galley.ts";

/** A blog about cooking afloat: the content types that the contract takes its examples from. */
export const DEMO_SCHEMA = {
  contentTypes: {
    "api::post.post": {
      kind: "collectionType",
      info: { singularName: "post", pluralName: "posts", displayName: "Post" },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: "string", required: true, maxLength: 120 },
        slug: { type: "uid", targetField: "title", required: true },
        content: { type: "blocks" },
        excerpt: { type: "text", maxLength: 300 },
        publishedDate: { type: "date" },
        featured: { type: "boolean", default: false },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
        category: { type: "relation", relation: "manyToOne", target: "api::category.category", inversedBy: "posts" },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    "api::author.author": {
      kind: "collectionType",
      info: { singularName: "author", pluralName: "authors", displayName: "Author" },
      options: { draftAndPublish: false },
      attributes: {
        name: { type: "string", required: true },
        bio: { type: "text" },
        email: { type: "email", unique: true },
        avatar: { type: "media", multiple: false, allowedTypes: ["images"] },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
      },
    },
    "api::category.category": {
      kind: "collectionType",
      info: { singularName: "category", pluralName: "categories", displayName: "Category" },
      options: { draftAndPublish: false },
      attributes: {
        name: { type: "string", required: true, unique: true },
        slug: { type: "uid", targetField: "name", required: true },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "category" },
      },
    },
    "api::tag.tag": {
      kind: "collectionType",
      info: { singularName: "tag", pluralName: "tags", displayName: "Tag" },
      options: { draftAndPublish: false },
      attributes: {
        name: { type: "string", required: true, unique: true },
        slug: { type: "uid", targetField: "name", required: true },
        posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
      },
    },
    "api::page.page": {
      kind: "collectionType",
      info: { singularName: "page", pluralName: "pages", displayName: "Page" },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: "string", required: true },
        slug: { type: "uid", targetField: "title", required: true },
        blocks: { type: "dynamiczone", components: ["blocks.hero", "blocks.text", "blocks.quote", "blocks.gallery"] },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    "api::site-setting.site-setting": {
      kind: "singleType",
      info: { singularName: "site-setting", pluralName: "site-settings", displayName: "Site setting" },
      options: { draftAndPublish: false },
      attributes: {
        siteName: { type: "string", required: true },
        tagline: { type: "string" },
        navigation: { type: "component", component: "shared.link", repeatable: true },
        seo: { type: "component", component: "shared.seo" },
      },
    },
  },
  components: {
    "shared.seo": {
      info: { displayName: "SEO" },
      attributes: {
        metaTitle: { type: "string", required: true, maxLength: 70 },
        metaDescription: { type: "text", maxLength: 200 },
      },
    },
    "shared.link": {
      info: { displayName: "Link" },
      attributes: { label: { type: "string", required: true }, url: { type: "string", required: true } },
    },
    "shared.figure": {
      info: { displayName: "Figure" },
      attributes: {
        caption: { type: "string", required: true },
        image: { type: "media", multiple: false, allowedTypes: ["images"] },
      },
    },
    "blocks.hero": {
      info: { displayName: "Hero" },
      attributes: {
        heading: { type: "string", required: true },
        subheading: { type: "string" },
        action: { type: "component", component: "shared.link" },
      },
    },
    "blocks.text": { info: { displayName: "Text" }, attributes: { body: { type: "richtext", required: true } } },
    "blocks.quote": {
      info: { displayName: "Quote" },
      attributes: {
        text: { type: "text", required: true },
        author: { type: "relation", relation: "oneToOne", target: "api::author.author" },
      },
    },
    "blocks.gallery": {
      info: { displayName: "Gallery" },
      attributes: {
        title: { type: "string" },
        figures: { type: "component", component: "shared.figure", repeatable: true, min: 1 },
      },
    },
  },
} as const satisfies SchemaDefinition;

/** The entries of a type in the demo's seed. */
export type Seeded<T extends keyof SeedData<typeof DEMO_SCHEMA>> = NonNullable<SeedData<typeof DEMO_SCHEMA>[T]>;
