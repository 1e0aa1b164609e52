import { GraphQLUnionType } from "graphql";
import { entryType } from "./entry-type.ts";
import { exposureOf } from "./exposure.ts";
import type { Types } from "./types.ts";

/** The possible targets of a relation to any type: every component and content type. */
export function anyEntry(types: Types): GraphQLUnionType {
  const { schema, hiding } = types;
  return types.once("GenericMorph", (name) => {
    const members = () => [
      ...schema.components.values(),
      ...[...schema.types.values()].filter((type) => exposureOf(type, hiding) !== null),
    ];
    return new GraphQLUnionType({ name, types: () => members().map((model) => entryType(types, model)) });
  });
}
