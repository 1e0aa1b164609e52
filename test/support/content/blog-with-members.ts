import type { SchemaDefinition } from "../../../engine/schema/definition.ts";
import { BLOG } from "./blog.ts";

/** The blog, with members and with articles that name each other. */
export const BLOG_WITH_MEMBERS: SchemaDefinition = {
  ...BLOG,
  contentTypes: {
    ...BLOG.contentTypes,
    "api::member.member": {
      kind: "collectionType",
      info: { singularName: "member", pluralName: "members", displayName: "Member" },
      options: { draftAndPublish: false },
      attributes: {
        name: { type: "string" },
        password: { type: "password" },
        note: { type: "string", private: true },
        number: { type: "biginteger", min: "5", max: "90071992547409931" },
        favourite: { type: "relation", relation: "oneToOne", target: "api::article.article" },
      },
    },
    "api::article.article": {
      kind: "collectionType",
      info: { singularName: "article", pluralName: "articles", displayName: "Article" },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: "string" },
        next: { type: "relation", relation: "oneToOne", target: "api::article.article" },
        parent: { type: "relation", relation: "manyToOne", target: "api::article.article", inversedBy: "children" },
        children: { type: "relation", relation: "oneToMany", target: "api::article.article", mappedBy: "parent" },
      },
    },
  },
};
