import { GraphQLList, GraphQLNonNull, GraphQLObjectType } from "graphql";
import type { ContentType } from "../../../engine/internal.ts";
import { entryType } from "./entry-type.ts";
import { PAGINATION } from "./fixed-types.ts";
import { typeName } from "./names.ts";
import type { Types } from "./types.ts";

/** `PostRelationResponseCollection`: the entries behind a relation below `nodes`. */
export function relationNodes(types: Types, target: ContentType): GraphQLObjectType {
  return types.once(`${typeName(target)}RelationResponseCollection`, (name) => {
    return new GraphQLObjectType({ name, fields: () => ({ nodes: nodes(types, target) }) });
  });
}

/** `PostEntityResponseCollection`: a page of a list, with its page info. */
export function pageNodes(types: Types, type: ContentType): GraphQLObjectType {
  return types.once(`${typeName(type)}EntityResponseCollection`, (name) => {
    const pageInfo = { type: new GraphQLNonNull(PAGINATION) };
    return new GraphQLObjectType({ name, fields: () => ({ nodes: nodes(types, type), pageInfo }) });
  });
}

function nodes(types: Types, model: ContentType) {
  return { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(entryType(types, model)))) };
}
