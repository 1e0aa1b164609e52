import type { GraphQLNamedType } from "graphql";
import type { AnyModel, ContentType, Schema } from "../../../../engine/internal.ts";
import type { AnswerFormat } from "../../../contract/profiles/rest-config.ts";
import type { FieldUse, Hiding } from "./exposure.ts";

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
  readonly hiding: Hiding;
  readonly #byName = new Map<string, GraphQLNamedType>();

  constructor(schema: Schema, format: AnswerFormat, hasV4Fields: boolean, hiding: Hiding) {
    this.schema = schema;
    this.format = format;
    this.hasV4Fields = hasV4Fields && format === "v5";
    this.hiding = hiding;
  }

  /** Whether a model is without this field in its type, or in its inputs. */
  hides({ uid }: AnyModel, field: string, use: FieldUse): boolean {
    return this.hiding(uid)?.fields.get(field)?.has(use) === true;
  }

  /** Whether a content type has the root fields of this action. */
  offers({ uid }: ContentType, action: string): boolean {
    const actions = this.hiding(uid)?.actions;
    return !actions?.has(action) && !actions?.has("*");
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
