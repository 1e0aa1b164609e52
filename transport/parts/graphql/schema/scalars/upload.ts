import { GraphQLError, GraphQLScalarType } from "graphql";
import { SentUpload } from "./sent-upload.ts";

/** A file of the form in which its operation came (graphql, §17). */
export const UploadScalar = new GraphQLScalarType<SentUpload, never>({
  name: "Upload",
  description: "The `Upload` scalar type represents a file upload.",
  serialize: () => {
    throw new GraphQLError("Upload serialization unsupported.");
  },
  parseValue: (value) => {
    if (value instanceof SentUpload) return value;
    throw new GraphQLError("Upload value invalid.");
  },
  parseLiteral: (node) => {
    throw new GraphQLError("Upload literal unsupported.", { nodes: node });
  },
});
