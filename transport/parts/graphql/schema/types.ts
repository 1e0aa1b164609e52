import type { GraphQLNamedType } from "graphql";
import type { Schema } from "../../../../engine/internal.ts";
import type { AnswerFormat } from "../../../contract/profiles/rest-config.ts";

/**
 * The types of one GraphQL schema while it is built, once per name. Types that nothing refers to are never created, and
 * so are not in the schema.
 */
export class Types {
  readonly schema: Schema;
  /** The version of Strapi whose types and fields it has. */
  readonly format: AnswerFormat;
  /** Adds the fields of Strapi 4's answers to the types of Strapi 5. */
  readonly hasV4Fields: boolean;
  readonly #byName = new Map<string, GraphQLNamedType>();

  constructor(schema: Schema, format: AnswerFormat, hasV4Fields: boolean) {
    this.schema = schema;
    this.format = format;
    this.hasV4Fields = hasV4Fields && format === "v5";
  }

  /** The type of this name, created on first use. */
  once<T extends GraphQLNamedType>(name: string, make: (name: string) => T): T {
    const known = this.#byName.get(name);
    // Every caller of a name passes an equivalent function.
    if (known !== undefined) return known as T;
    const made = make(name);
    this.#byName.set(name, made);
    return made;
  }
}
