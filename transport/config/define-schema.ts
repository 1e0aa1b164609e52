import { defineSchema as readSchema, type SchemaDefinition } from "../../engine/internal.ts";
import type { TypedSchema } from "../library/typed/schema.ts";

/**
 * The schema that a definition describes. Its literals are kept for the compiler, so that `createGalley` types what is
 * written to documents, asked of them and answered.
 *
 * @throws SchemaError with every fault of the definition.
 */
export function defineSchema<const D extends SchemaDefinition>(definition: D): TypedSchema<D> {
  return readSchema(definition);
}
