import type { SchemaDefinition } from "../../../engine/schema/definition.ts";

/**
 * The content types that the content contract takes its examples from, in the form of schema files. Choices that the
 * contract leaves to the deployment (required, unique, components) are made here.
 */
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
        email: { type: "email" },
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
        slug: { type: "uid", targetField: "name" },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "category" },
      },
    },
    "api::tag.tag": {
      kind: "collectionType",
      info: { singularName: "tag", pluralName: "tags", displayName: "Tag" },
      options: { draftAndPublish: false },
      attributes: {
        name: { type: "string", required: true },
        slug: { type: "uid", targetField: "name" },
        posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
      },
    },
    "api::site-setting.site-setting": {
      kind: "singleType",
      info: { singularName: "site-setting", pluralName: "site-settings", displayName: "Site setting" },
      options: { draftAndPublish: true },
      attributes: {
        siteName: { type: "string", required: true },
        tagline: { type: "string" },
        footer: { type: "json" },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    "api::page.page": {
      kind: "collectionType",
      info: { singularName: "page", pluralName: "pages", displayName: "Page" },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: "string", required: true },
        slug: { type: "uid", targetField: "title" },
        blocks: { type: "dynamiczone", components: ["blocks.hero", "blocks.quote"] },
      },
    },
  },
  components: {
    "shared.seo": {
      info: { displayName: "Seo" },
      attributes: {
        metaTitle: { type: "string", required: true },
        metaDescription: { type: "text" },
        keywords: { type: "string" },
        shareImage: { type: "media", multiple: false, allowedTypes: ["images"] },
        links: { type: "component", repeatable: true, component: "shared.link" },
      },
    },
    "shared.link": {
      info: { displayName: "Link" },
      attributes: {
        label: { type: "string" },
        url: { type: "string", required: true },
        weight: { type: "integer" },
      },
    },
    "blocks.hero": {
      info: { displayName: "Hero" },
      attributes: {
        heading: { type: "string", required: true },
        sub: { type: "string" },
        cta: { type: "component", component: "shared.link" },
      },
    },
    "blocks.quote": {
      info: { displayName: "Quote" },
      attributes: {
        body: { type: "text", required: true },
        author: { type: "relation", relation: "oneToOne", target: "api::author.author" },
      },
    },
  },
} as const satisfies SchemaDefinition;
