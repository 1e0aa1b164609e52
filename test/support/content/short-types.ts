import type { SchemaDefinition } from "../../../engine/internal.ts";
import type { Types } from "../vectors/format.ts";
import { schemaDefinition } from "../vectors/schema-definition.ts";

/** Content types in the short form (name → plural, kind, dp, attributes) as a definition. */
export function definitionFromShort(types: Types["types"], components: Types["components"]): SchemaDefinition {
  return schemaDefinition({ types, components });
}
