import type { Schema, SchemaDefinition } from "../../../engine/internal.ts";

declare const DEFINITION: unique symbol;

/** A checked schema that carries, for the compiler only, the definition it was made from. */
export type TypedSchema<D> = Schema & { readonly [DEFINITION]?: D };

/**
 * A definition whose shape alone the compiler need know: an imported schema.json, where every `type` is just a string,
 * as well as the literals of `defineSchema`.
 */
export interface AnyDefinition {
  readonly contentTypes: { readonly [uid: string]: AnyModel };
  readonly components?: { readonly [uid: string]: AnyModel };
  readonly customFields?: { readonly [uid: string]: string };
}

export interface AnyModel {
  readonly attributes: { readonly [name: string]: { readonly type: string } };
}

/** The schemas that `createGalley` accepts. */
export type AnySchema = Schema | SchemaDefinition | AnyDefinition;

/** The definition of a schema; `AnyDefinition` if the compiler does not know it. */
export type DefinitionOf<S> = S extends { readonly [DEFINITION]?: infer D extends AnyDefinition }
  ? D
  : S extends AnyDefinition
    ? S
    : AnyDefinition;
