import { type GraphQLFieldConfigMap, GraphQLList, GraphQLNonNull, GraphQLObjectType } from "graphql";
import type { ContentType } from "../../../../engine/internal.ts";
import { entryType } from "./entry-type.ts";
import { PAGINATION } from "./fixed-types.ts";
import { typeName } from "./names.ts";
import type { Types } from "./types.ts";
import { entryEntity, entryResponse, META, V4_META, v4Nodes } from "./v4-fields.ts";

type Fields = GraphQLFieldConfigMap<unknown, unknown>;

/** `PostRelationResponseCollection`: the entries behind a relation below `nodes`, in Strapi 4 below `data`. */
export function relationNodes(types: Types, target: ContentType): GraphQLObjectType {
  return types.once(`${typeName(target)}RelationResponseCollection`, (name) => {
    const fields = (): Fields => {
      const nodes = nodesOf(types, target);
      if (types.format === "v4") return { data: { type: nodes } };
      return { nodes: { type: nodes }, ...(types.hasV4Fields && v4Nodes(nodes)) };
    };
    return new GraphQLObjectType({ name, fields });
  });
}

/** `PostEntityResponseCollection`: a page of a list, with its page info. */
export function pageNodes(types: Types, type: ContentType): GraphQLObjectType {
  return types.once(`${typeName(type)}EntityResponseCollection`, (name) => {
    const fields = (): Fields => {
      const nodes = nodesOf(types, type);
      if (types.format === "v4") return { data: { type: nodes }, ...META };
      const pageInfo = { type: new GraphQLNonNull(PAGINATION) };
      return { nodes: { type: nodes }, pageInfo, ...(types.hasV4Fields && { ...v4Nodes(nodes), ...V4_META }) };
    };
    return new GraphQLObjectType({ name, fields });
  });
}

function nodesOf(types: Types, type: ContentType) {
  const entry = types.format === "v4" ? entryEntity(types, type) : entryType(types, type);
  return new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(entry)));
}

/** The type of one entry: in Strapi 4 an object that shows it below `data`. */
export function oneType(types: Types, type: ContentType): GraphQLObjectType {
  return types.format === "v4" ? entryResponse(types, type) : entryType(types, type);
}

/** Whether a field of a connection shows its entries. */
export function isNodes(field: string): boolean {
  return field === "nodes" || field === "data";
}

/** Whether a field of a connection shows its page info, for which all matches are counted. */
export function isPageInfo(field: string): boolean {
  return field === "pageInfo" || field === "meta";
}
