// Content types of the Strapi that the recording is made of: every kind of attribute that an archive can carry.
const text = { type: "string" };
const relation = (kind, target, other = {}) => ({ type: "relation", relation: kind, target, ...other });
const image = { type: "media", multiple: false, allowedTypes: ["images"] };

exports.components = {
  "shared.seo": {
    metaTitle: { type: "string", required: true },
    metaDescription: { type: "text" },
    shareImage: image,
    links: { type: "component", repeatable: true, component: "shared.link" },
  },
  "shared.link": {
    label: text,
    url: { type: "string", required: true },
    weight: { type: "integer" },
    tags: relation("oneToMany", "api::tag.tag"),
  },
  "blocks.hero": {
    heading: { type: "string", required: true },
    cta: { type: "component", component: "shared.link" },
    pictures: { type: "media", multiple: true },
  },
  "blocks.quote": {
    body: { type: "text", required: true },
    author: relation("oneToOne", "api::author.author"),
    post: relation("oneToOne", "api::post.post"),
  },
};

exports.types = {
  post: {
    plural: "posts",
    attributes: {
      title: { type: "string", required: true },
      slug: { type: "uid", targetField: "title" },
      content: { type: "blocks" },
      excerpt: { type: "text" },
      publishedDate: { type: "date" },
      featured: { type: "boolean", default: false },
      views: { type: "integer" },
      rating: { type: "decimal" },
      cover: image,
      gallery: { type: "media", multiple: true },
      author: relation("manyToOne", "api::author.author", { inversedBy: "posts" }),
      category: relation("manyToOne", "api::category.category", { inversedBy: "posts" }),
      tags: relation("manyToMany", "api::tag.tag", { inversedBy: "posts" }),
      related: relation("oneToMany", "api::post.post"),
      parent: relation("manyToOne", "api::post.post", { inversedBy: "children" }),
      children: relation("oneToMany", "api::post.post", { mappedBy: "parent" }),
      seo: { type: "component", component: "shared.seo" },
    },
  },
  author: {
    plural: "authors",
    dp: false,
    attributes: {
      name: { type: "string", required: true },
      bio: { type: "richtext" },
      email: { type: "email" },
      secretNote: { type: "string", private: true },
      avatar: image,
      posts: relation("oneToMany", "api::post.post", { mappedBy: "author" }),
      favourites: relation("manyToMany", "api::category.category", { inversedBy: "fans" }),
      pinned: relation("oneToOne", "api::post.post"),
    },
  },
  category: {
    plural: "categories",
    dp: false,
    attributes: {
      name: { type: "string", required: true, unique: true },
      slug: { type: "uid", targetField: "name" },
      posts: relation("oneToMany", "api::post.post", { mappedBy: "category" }),
      fans: relation("manyToMany", "api::author.author", { mappedBy: "favourites" }),
    },
  },
  tag: {
    plural: "tags",
    attributes: {
      name: { type: "string", required: true },
      slug: { type: "uid", targetField: "name" },
      posts: relation("manyToMany", "api::post.post", { mappedBy: "tags" }),
    },
  },
  "site-setting": {
    kind: "singleType",
    plural: "site-settings",
    attributes: {
      siteName: { type: "string", required: true },
      footer: { type: "json" },
      seo: { type: "component", component: "shared.seo" },
    },
  },
  page: {
    plural: "pages",
    attributes: {
      title: { type: "string", required: true },
      blocks: { type: "dynamiczone", components: ["blocks.hero", "blocks.quote"] },
    },
  },
  sample: {
    plural: "samples",
    attributes: {
      str: { type: "string", minLength: 2, maxLength: 50 },
      rich: { type: "richtext" },
      pass: { type: "password" },
      int: { type: "integer" },
      big: { type: "biginteger" },
      flt: { type: "float" },
      dec: { type: "decimal" },
      bool: { type: "boolean" },
      date: { type: "date" },
      time: { type: "time" },
      dt: { type: "datetime" },
      ts: { type: "timestamp" },
      kind: { type: "enumeration", enum: ["alpha", "beta", "gamma"] },
      data: { type: "json" },
      uniq: { type: "string", unique: true },
      def: { type: "string", default: "dflt" },
      hidden: { type: "string", private: true },
      one: relation("oneToOne", "api::tag.tag"),
    },
  },
  secret: { plural: "secrets", dp: false, attributes: { word: text } },
};
