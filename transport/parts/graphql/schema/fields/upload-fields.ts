import { GraphQLID, GraphQLInputObjectType, GraphQLNonNull, GraphQLString } from "graphql";
import { FILE_TYPE } from "../../../../../engine/internal.ts";
import { entryType } from "../entry-type.ts";
import type { Types } from "../types.ts";
import type { PluginFields } from "./root-fields.ts";

/** Updating and deleting uploaded files (graphql, §17). */
export function uploadFields(types: Types): PluginFields {
  const file = entryType(types, types.schema.type(FILE_TYPE));
  const id = { type: new GraphQLNonNull(GraphQLID) };
  const info = new GraphQLInputObjectType({
    name: "FileInfoInput",
    fields: {
      name: { type: GraphQLString },
      alternativeText: { type: GraphQLString },
      caption: { type: GraphQLString },
    },
  });
  return {
    query: {},
    mutation: {
      updateUploadFile: { type: new GraphQLNonNull(file), args: { id, info: { type: info } } },
      deleteUploadFile: { type: file, args: { id } },
    },
  };
}
