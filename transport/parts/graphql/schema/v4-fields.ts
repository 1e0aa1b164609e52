import {
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
} from "graphql";
import { PAGINATION } from "./fixed-types.ts";
import { meaning } from "./meaning.ts";

type Fields = GraphQLFieldConfigMap<unknown, unknown>;

/*
 * Fields of Strapi 4's answers, which Strapi's `v4CompatibilityMode` adds to the others (graphql, §3).
 */

/** The numeric id of a version. */
export const V4_ID: Fields = {
  id: {
    type: new GraphQLNonNull(GraphQLID),
    deprecationReason: "Use `documentId` instead",
    ...meaning({ kind: "value", name: "id" }),
  },
};

/** `data` and `attributes` lead from an entry or component to itself. */
export function v4SelfFields(entry: GraphQLObjectType): Fields {
  const self = {
    type: new GraphQLNonNull(entry),
    deprecationReason: "Use root level fields instead",
    ...meaning({ kind: "self" }),
  };
  return { attributes: self, data: self };
}

/** The entries of a connection once more. */
export function v4Nodes(type: GraphQLOutputType): Fields {
  return { data: { type, deprecationReason: "Use `nodes` field instead" } };
}

/** The page info of a connection once more. */
export const V4_META: Fields = {
  meta: {
    type: new GraphQLNonNull(
      new GraphQLObjectType({
        name: "ResponseCollectionMeta",
        fields: { pagination: { type: new GraphQLNonNull(PAGINATION) } },
      }),
    ),
    deprecationReason: "Use the `pageInfo` field instead",
  },
};
