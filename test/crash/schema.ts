import type { SchemaDefinition } from "../../engine/internal.ts";
import { schemaOf } from "../support/content/schema-of.ts";

/** A two-way relation between types with drafts: one write makes two versions and links in both layers. */
export const CRASH_SCHEMA: SchemaDefinition = schemaOf({
  book: {
    attributes: {
      title: { type: "string", required: true, unique: true },
      text: { type: "text" },
      author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "books" },
    },
  },
  author: {
    attributes: {
      name: { type: "string" },
      books: { type: "relation", relation: "oneToMany", target: "api::book.book", mappedBy: "author" },
    },
  },
});
