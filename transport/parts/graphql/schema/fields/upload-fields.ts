import { GraphQLID, GraphQLInputObjectType, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import { FILE_TYPE } from "../../../../../engine/internal.ts";
import { oneType } from "../node-types.ts";
import { UploadScalar } from "../scalars/upload.ts";
import type { Types } from "../types.ts";
import type { PluginFields } from "./root-fields.ts";

/** Updating and deleting uploaded files; in Strapi 4 sending files too (graphql, §17). */
export function uploadFields(types: Types): PluginFields {
  const file = oneType(types, types.schema.type(FILE_TYPE));
  const id = { type: new GraphQLNonNull(GraphQLID) };
  const info = new GraphQLInputObjectType({
    name: "FileInfoInput",
    fields: {
      name: { type: GraphQLString },
      alternativeText: { type: GraphQLString },
      caption: { type: GraphQLString },
    },
  });
  const update = { type: new GraphQLNonNull(file), args: { id, info: { type: info } } };
  const remove = { type: file, args: { id } };
  const place = { refId: { type: GraphQLID }, ref: { type: GraphQLString }, field: { type: GraphQLString } };
  const upload = {
    type: new GraphQLNonNull(file),
    args: { ...place, info: { type: info }, file: { type: new GraphQLNonNull(UploadScalar) } },
  };
  const multipleUpload = {
    type: new GraphQLNonNull(new GraphQLList(file)),
    args: { ...place, files: { type: new GraphQLNonNull(new GraphQLList(UploadScalar)) } },
  };
  const isV4 = types.format === "v4";
  return {
    query: {},
    mutation: isV4
      ? { upload, multipleUpload, updateFileInfo: update, removeFile: remove }
      : { updateUploadFile: update, deleteUploadFile: remove },
  };
}
