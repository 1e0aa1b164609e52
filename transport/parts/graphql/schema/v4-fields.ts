import {
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
} from "graphql";
import type { ContentType } from "../../../../engine/internal.ts";
import { entryType } from "./entry-type.ts";
import { PAGINATION } from "./fixed-types.ts";
import { meaning } from "./meaning.ts";
import { typeName } from "./names.ts";
import type { Types } from "./types.ts";

type Fields = GraphQLFieldConfigMap<unknown, unknown>;

/*
 * Types and fields of Strapi 4's answers: with its format they are the only ones; Strapi 5's `v4CompatibilityMode` adds
 * some of them to its own, deprecated (graphql, §3).
 */

/** `PostEntityResponse`: one entry below `data`, or null. In Strapi 5 an operation on users and own code answer with it. */
export function entryResponse(types: Types, type: ContentType): GraphQLObjectType {
  return types.once(`${typeName(type)}EntityResponse`, (name) => {
    const entry = types.format === "v4" ? entryEntity : entryType;
    const fields = (): Fields => ({ data: { type: entry(types, type), resolve: entryIn } });
    return new GraphQLObjectType({ name, fields });
  });
}

/** Own code may answer `{ value }`, as the resolvers of Strapi do. */
function entryIn(source: unknown): unknown {
  const { data, value }: { readonly data?: unknown; readonly value?: unknown } = Object(source);
  return data ?? value;
}

/** `PostEntity`: an entry's numeric id, and its attributes. */
export function entryEntity(types: Types, type: ContentType): GraphQLObjectType {
  return types.once(`${typeName(type)}Entity`, (name) => {
    const fields = (): Fields => ({
      id: { type: GraphQLID, ...meaning({ kind: "value", name: "id" }) },
      attributes: { type: entryType(types, type), ...meaning({ kind: "self" }) },
    });
    return new GraphQLObjectType({ name, fields });
  });
}

const COLLECTION_META = new GraphQLObjectType({
  name: "ResponseCollectionMeta",
  fields: { pagination: { type: new GraphQLNonNull(PAGINATION) } },
});

/** The page info of a list. */
export const META: Fields = { meta: { type: new GraphQLNonNull(COLLECTION_META) } };

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
  meta: { type: new GraphQLNonNull(COLLECTION_META), deprecationReason: "Use the `pageInfo` field instead" },
};
