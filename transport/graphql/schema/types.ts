import type { GraphQLNamedType } from "graphql";
import type { Schema } from "../../../engine/internal.ts";

/**
 * The types of one GraphQL schema while they are made, each once by its name. Those that nothing leads to are never
 * made, and so are no part of the schema.
 */
export class Types {
  readonly schema: Schema;
  readonly #byName = new Map<string, GraphQLNamedType>();

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /** The type of this name, made when it is first asked for. */
  once<T extends GraphQLNamedType>(name: string, make: (name: string) => T): T {
    const known = this.#byName.get(name);
    // Each name is asked for with the same way of making it.
    if (known !== undefined) return known as T;
    const made = make(name);
    this.#byName.set(name, made);
    return made;
  }
}
