import { FILE_TYPE } from "../../../engine/internal.ts";
import { type Context, nameOf } from "../openapi/context.ts";
import type { Parameter } from "../openapi/document.ts";
import { type Description, jsonAnswer } from "../openapi/operations/operation.ts";
import { listParameters, shapeParameters } from "../openapi/operations/query-parameters.ts";
import { entrySchema } from "../openapi/schemas/entry-schemas.ts";
import { arrayOf, type JsonSchema, objectWith } from "../openapi/schemas/json-schema.ts";
import { pageSchema } from "../openapi/schemas/page-schema.ts";

export const DESCRIPTION = {
  tag: { name: "Upload", description: "Files that are sent, described and removed." },
  operations: {
    upload: (context) => ({
      summary: "Upload files, or with `id` replace a file or change its information",
      parameters: [{ ...FILE_ID, in: "query", required: false }],
      requestBody: {
        required: true,
        content: { "multipart/form-data": { schema: FORM }, "application/json": { schema: INFO_BODY } },
      },
      answers: {
        200: jsonAnswer("The file as it is now.", fileSchema(context)),
        201: jsonAnswer("The new files.", arrayOf(fileSchema(context))),
      },
      mayMiss: true,
    }),
    findAllFiles: (context) => ({
      summary: "List all files",
      parameters: fileParameters(context).filter(({ $ref }) => !$ref.endsWith("/Pagination")),
      answers: { 200: jsonAnswer("Found.", arrayOf(fileSchema(context))) },
    }),
    findPageOfFiles: (context) => ({
      summary: "List a page of files",
      parameters: fileParameters(context),
      answers: { 200: jsonAnswer("Found.", pageSchema(context, fileSchema(context))) },
    }),
    findOneFile: (context) => ({
      summary: "Read what there is to say about a file",
      parameters: shapeParameters(context, context.schema.type(FILE_TYPE)).filter(({ $ref }) =>
        $ref.endsWith("Populate"),
      ),
      answers: { 200: jsonAnswer("Found.", fileSchema(context)) },
      mayMiss: true,
    }),
    deleteFile: (context) => ({
      summary: "Remove a file",
      answers: { 200: jsonAnswer("The file as it was.", fileSchema(context)) },
      mayMiss: true,
    }),
    download: () => ({
      summary: "Read the bytes of a file",
      parameters: [{ name: "Range", in: "header", description: "The part to read.", schema: { type: "string" } }],
      answers: {
        200: { description: "All of it.", content: BYTES },
        206: { description: "The part that was asked for.", content: BYTES },
        304: { description: "The client has it as it is." },
        416: { description: "It has no such part." },
      },
      errors: [404],
    }),
  },
} satisfies Description;

const BYTES = { "*/*": {} };

const FILE_ID: Parameter = {
  name: "id",
  in: "path",
  required: true,
  description: "Its numeric id.",
  schema: { type: "integer" },
};

/** A file as the upload plugin answers it: like any entry, with a flag for signed URLs. */
function fileSchema(context: Context): JsonSchema {
  const type = context.schema.type(FILE_TYPE);
  return context.components.schema(nameOf(context, type, "Item"), () => {
    entrySchema(context, type, "published");
    const entry = Object(context.components.schemas[nameOf(context, type)]);
    return { ...entry, properties: { ...entry.properties, isUrlSigned: { type: "boolean" } } };
  });
}

function fileParameters(context: Context) {
  return listParameters(context, context.schema.type(FILE_TYPE));
}

const INFO: JsonSchema = objectWith({
  name: { type: ["string", "null"], maxLength: 255 },
  alternativeText: { type: ["string", "null"] },
  caption: { type: ["string", "null"] },
  focalPoint: {
    type: ["object", "null"],
    required: ["x", "y"],
    properties: { x: percent(), y: percent() },
  },
});

const INFO_BODY: JsonSchema = { type: "object", required: ["fileInfo"], properties: { fileInfo: INFO } };

const FORM: JsonSchema = {
  type: "object",
  properties: {
    files: { type: "array", description: "The files.", items: { type: "string", format: "binary" } },
    fileInfo: {
      description: "Information about each file, as JSON.",
      type: ["string", "array"],
      items: { type: "string" },
    },
    ref: { type: "string", description: "uid of the type of the entry that the files are linked to." },
    refId: { type: "string", description: "documentId of that entry, or the numeric id of one version." },
    field: { type: "string", description: "Its media attribute." },
  },
};

function percent(): JsonSchema {
  return { type: "number", minimum: 0, maximum: 100 };
}
