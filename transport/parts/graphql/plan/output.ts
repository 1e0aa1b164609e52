import { GraphQLID, type GraphQLSchema, getNullableType, isLeafType, isObjectType } from "graphql";
import { type EntryText, type Output, refuseMember, textOutput } from "../../../../engine/internal.ts";
import { typeName } from "../schema/names.ts";

/** Entries as JSON text, with the values of fields as the scalars of a schema show them. */
export function outputOf(schema: GraphQLSchema): Output<EntryText> {
  return textOutput((model, name) => {
    const type = schema.getType(typeName(model));
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    // The types of Strapi 4 have it apart from the attributes.
    const leaf = field === undefined && name === "id" ? GraphQLID : field && getNullableType(field.type);
    if (!isLeafType(leaf)) return refuseMember;
    return (value) => {
      try {
        // The result of graphql-js, or its error.
        return (leaf.serialize(value) as typeof value | undefined) ?? refuseMember();
      } catch {
        return refuseMember();
      }
    };
  });
}
