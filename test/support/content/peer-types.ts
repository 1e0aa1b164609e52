import type { AttributeDefinition } from "../../../engine/schema/definition.ts";
import type { Types } from "../vectors/format.ts";

const text: AttributeDefinition = { type: "string" };
const longText: AttributeDefinition = { type: "text" };
const image: AttributeDefinition = { type: "media", multiple: false, allowedTypes: ["images"] };
const slugOf = (targetField: string): AttributeDefinition => ({ type: "uid", targetField });
const required: AttributeDefinition = { type: "string", required: true };

/** Content types of the real Strapi in differential tests: a blog's, and one with every scalar attribute. */
export const PEER_TYPES: Types = {
  components: {
    "shared.seo": {
      metaTitle: required,
      metaDescription: longText,
      keywords: text,
      shareImage: image,
      links: { type: "component", repeatable: true, component: "shared.link" },
    },
    "shared.link": { label: text, url: required, weight: { type: "integer" } },
    "blocks.hero": { heading: required, sub: text, cta: { type: "component", component: "shared.link" } },
    "blocks.quote": {
      body: { type: "text", required: true },
      author: { type: "relation", relation: "oneToOne", target: "api::author.author" },
    },
  },
  types: {
    post: {
      plural: "posts",
      attributes: {
        title: required,
        slug: slugOf("title"),
        content: { type: "blocks" },
        excerpt: longText,
        publishedDate: { type: "date" },
        featured: { type: "boolean", default: false },
        views: { type: "integer" },
        rating: { type: "decimal" },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
        category: { type: "relation", relation: "manyToOne", target: "api::category.category", inversedBy: "posts" },
        tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
        related: { type: "relation", relation: "oneToMany", target: "api::post.post" },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    author: {
      plural: "authors",
      dp: false,
      attributes: {
        name: required,
        bio: longText,
        email: { type: "email" },
        secretNote: { type: "string", private: true },
        avatar: image,
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
      },
    },
    category: {
      plural: "categories",
      dp: false,
      attributes: {
        name: { type: "string", required: true, unique: true },
        slug: slugOf("name"),
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "category" },
      },
    },
    tag: {
      plural: "tags",
      attributes: {
        name: required,
        slug: slugOf("name"),
        posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
      },
    },
    "site-setting": {
      kind: "singleType",
      plural: "site-settings",
      attributes: {
        siteName: required,
        tagline: text,
        footer: { type: "json" },
        seo: { type: "component", component: "shared.seo" },
      },
    },
    page: {
      plural: "pages",
      attributes: {
        title: required,
        slug: slugOf("title"),
        blocks: { type: "dynamiczone", components: ["blocks.hero", "blocks.quote"] },
      },
    },
    sample: {
      plural: "samples",
      attributes: {
        str: { type: "string", minLength: 2, maxLength: 50 },
        txt: longText,
        rich: { type: "richtext" },
        mail: { type: "email" },
        pass: { type: "password" },
        int: { type: "integer", min: -1000, max: 1000 },
        big: { type: "biginteger" },
        flt: { type: "float" },
        dec: { type: "decimal" },
        bool: { type: "boolean" },
        date: { type: "date" },
        time: { type: "time" },
        dt: { type: "datetime" },
        kind: { type: "enumeration", enum: ["alpha", "beta", "gamma"] },
        data: { type: "json" },
        uniq: { type: "string", unique: true },
        pat: { type: "string", regex: "^[a-z]+$" },
        def: { type: "string", default: "dflt" },
        hidden: { type: "string", private: true },
        one: { type: "relation", relation: "oneToOne", target: "api::tag.tag" },
      },
    },
  },
};
