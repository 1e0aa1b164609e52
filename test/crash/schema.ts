import type { SchemaDefinition } from "../../engine/internal.ts";

/** A two-way relation between types with drafts: one write makes two versions and links in both layers. */
export const CRASH_SCHEMA: SchemaDefinition = {
  contentTypes: {
    "api::book.book": {
      info: { singularName: "book", pluralName: "books", displayName: "Book" },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: "string", required: true, unique: true },
        text: { type: "text" },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "books" },
      },
    },
    "api::author.author": {
      info: { singularName: "author", pluralName: "authors", displayName: "Author" },
      options: { draftAndPublish: true },
      attributes: {
        name: { type: "string" },
        books: { type: "relation", relation: "oneToMany", target: "api::book.book", mappedBy: "author" },
      },
    },
  },
};
