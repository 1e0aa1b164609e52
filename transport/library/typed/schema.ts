import type { Schema, SchemaDefinition } from "../../../engine/internal.ts";

declare const DEFINITION: unique symbol;

/** A checked schema that remembers, for the compiler alone, the definition it was made from. */
export type TypedSchema<D> = Schema & { readonly [DEFINITION]?: D };

/**
 * A definition of which the compiler need not know more than its shape: an imported schema.json, where every `type` is
 * just some text, as well as the literals of `defineSchema`.
 */
export interface AnyDefinition {
  readonly contentTypes: { readonly [uid: string]: AnyModel };
  readonly components?: { readonly [uid: string]: AnyModel };
  readonly customFields?: { readonly [uid: string]: string };
}

export interface AnyModel {
  readonly attributes: { readonly [name: string]: { readonly type: string } };
}

/** What `createGalley` takes for a schema. */
export type AnySchema = Schema | SchemaDefinition | AnyDefinition;

/** The definition behind a schema; `AnyDefinition` where the compiler has lost sight of it. */
export type DefinitionOf<S> = S extends { readonly [DEFINITION]?: infer D extends AnyDefinition }
  ? D
  : S extends AnyDefinition
    ? S
    : AnyDefinition;
