import { defineSchema as readSchema, type SchemaDefinition } from "../../engine/internal.ts";
import type { TypedSchema } from "../library/typed/schema.ts";

/**
 * The schema that a definition describes. The compiler keeps the definition's literals, from which `createGalley` infers
 * the types of documents, queries and answers.
 *
 * @throws SchemaError with every fault of the definition.
 */
export function defineSchema<const D extends SchemaDefinition>(definition: D): TypedSchema<D> {
  return readSchema(definition);
}
