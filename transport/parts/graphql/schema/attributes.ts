import {
  type AnyModel,
  type Attribute,
  type ContentType,
  ENTRY_TIMES,
  FILE_TYPE,
} from "../../../../engine/internal.ts";
import { exposureOf } from "./exposure.ts";
import type { Types } from "./types.ts";

/**
 * The attributes of a model that a schema shows: a relation to a type outside the schema is not among them, nor an
 * attribute whose name is none in GraphQL (`año`).
 */
export function shownAttributes({ schema, hiding }: Types, model: AnyModel): readonly Attribute[] {
  const leadsOutside = (attribute: Attribute) =>
    attribute.kind === "relation"
      ? exposureOf(schema.target(attribute), hiding) === null
      : attribute.kind === "media" && hiding(FILE_TYPE)?.isGone === true;
  return [...model.attributes.values()].filter((attribute) => NAME.test(attribute.name) && !leadsOutside(attribute));
}

/** GraphQL, §2.1.9; two underscores in front are for introspection. */
const NAME = /^(?!__)[A-Za-z_]\w*$/;

/** The same without private attributes, which no answer shows and no query can use. */
export function readableAttributes(types: Types, model: AnyModel): readonly Attribute[] {
  return shownAttributes(types, model).filter((attribute) => !attribute.private);
}

/** Fields that every type has follow its dates. */
export function isSystem({ system = false }: Attribute): boolean {
  return system;
}

/** The times of an entry; in Strapi 4 only types with drafts have `publishedAt`. */
export function dateNames({ format }: Types, { draftAndPublish }: ContentType): readonly string[] {
  return format === "v5" || draftAndPublish ? ENTRY_TIMES : ENTRY_TIMES.slice(0, 2);
}
