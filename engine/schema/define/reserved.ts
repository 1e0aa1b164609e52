import { SYSTEM_LINKS } from "../entry-fields.ts";
import { snakeCase } from "./snake-case.ts";

/** In snake case, in which names are compared. */
const ATTRIBUTE_NAMES: ReadonlySet<string> = new Set([
  "id",
  "document_id",
  "entry_id",
  "created_at",
  "updated_at",
  "published_at",
  "created_by",
  "created_by_id",
  "updated_by",
  "updated_by_id",
  "localizations",
  "locale",
  "meta",
]);

/** Names of types that only Strapi's builder refuses, in snake case; its server refuses the first four with GraphQL. */
const TYPE_NAMES: ReadonlySet<string> = new Set(["boolean", "date", "date_time", "time", "upload", "document", "then"]);

const PREFIX = "strapi";

/** Whether the name of an attribute would hide a field of every entry. */
export function isReservedAttributeName(name: string): boolean {
  const snake = snakeCase(name);
  return ATTRIBUTE_NAMES.has(snake) || snake.startsWith(PREFIX);
}

/** Fields that every entry has: not even Strapi's server can show an attribute of such a name. */
export function isSystemName(name: string): boolean {
  // Another spelling, as `CreatedBy`, can have a column.
  return SYSTEM_LINKS.has(name) || (ATTRIBUTE_NAMES.has(snakeCase(name)) && !BUILDER_NAMES.has(snakeCase(name)));
}

/** Names that only Strapi's builder refuses, in snake case. */
const BUILDER_NAMES: ReadonlySet<string> = new Set(["meta", "entry_id", ...[...SYSTEM_LINKS].map(snakeCase)]);

/** With draft and publish, the body of a write has `status` beside the attributes. */
export function isDraftAndPublishName(name: string): boolean {
  return snakeCase(name) === "status";
}

/** Whether Strapi's builder refuses a singular or plural name. */
export function isReservedTypeName(name: string): boolean {
  const snake = snakeCase(name);
  return TYPE_NAMES.has(snake) || snake.startsWith(PREFIX);
}
