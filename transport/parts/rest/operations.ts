import type { ContentType } from "../../../engine/internal.ts";
import { mustBeGiven, writableAttributes } from "../../contract/model/shown-attributes.ts";
import { type Context, nameOf } from "../openapi/context.ts";
import type { Header, Ref, RequestBody } from "../openapi/document.ts";
import type { Responses } from "../openapi/operations/error-responses.ts";
import {
  type Describe,
  type Described,
  type Description,
  jsonAnswer,
  jsonBody,
  NO_CONTENT,
} from "../openapi/operations/operation.ts";
import {
  entryParameters,
  listParameters,
  severalLocales,
  shapeParameters,
  writeStatus,
  writtenStatus,
} from "../openapi/operations/query-parameters.ts";
import { anyEntry } from "../openapi/schemas/entry-schemas.ts";
import { inputMembers, inputSchema } from "../openapi/schemas/input-schemas.ts";
import { anyOf, type JsonSchema, NULL, objectWith } from "../openapi/schemas/json-schema.ts";
import { pageSchema } from "../openapi/schemas/page-schema.ts";

type Describing = (context: Context, type: ContentType) => Described;

/** Describes the operation that a route of a content type has (content, Endpoints). */
function ofType(describe: Describing): Describe {
  return (context, { needs }) => describe(context, context.schema.type(Object(needs).type));
}

function named({ displayName }: ContentType, verb: string): string {
  return `${verb} of ${displayName}`;
}

export const DESCRIPTION = {
  operations: {
    find: ofType((context, type) => {
      const one = type.displayName;
      if (type.kind === "single") return { ...base(context, type, "find", `Read ${one}`), ...readOne(context, type) };
      return {
        ...base(context, type, "findAll", `List entries of ${one}`),
        parameters: listParameters(context, type),
        answers: read(context, listAnswer(context, type)),
      };
    }),
    findOne: ofType((context, type) => ({
      ...base(context, type, "findOne", named(type, "Read an entry")),
      ...readOne(context, type),
    })),
    create: ofType((context, type) => ({
      ...base(context, type, "create", named(type, "Create an entry")),
      ...writing(context, type),
      requestBody: createBody(context, type),
      answers: { 201: jsonAnswer("What was created.", entryAnswer(context, type)) },
    })),
    update: ofType((context, type) => ({
      ...base(context, type, "update", `Change ${whole(type)}`),
      ...writing(context, type),
      requestBody: updateBody(context, type),
      answers: { 200: jsonAnswer("What it is after the change.", entryAnswer(context, type)) },
      mayMiss: true,
    })),
    delete: ofType((context, type) => ({
      ...base(context, type, "delete", `Delete ${whole(type)}`),
      ...remove(context, type),
    })),
    publish: ofType((context, type) => ({
      ...base(context, type, "publish", named(type, "Publish the draft of an entry")),
      ...act(context, type),
    })),
    unpublish: ofType((context, type) => ({
      ...base(context, type, "unpublish", named(type, "Unpublish an entry")),
      ...act(context, type),
    })),
    discardDraft: ofType((context, type) => ({
      ...base(context, type, "discardDraftOf", named(type, "Discard the draft changes of an entry")),
      ...act(context, type),
    })),
  },
} satisfies Description;

function base(context: Context, type: ContentType, verb: string, summary: string) {
  const tag = nameOf(context, type);
  return { operationId: `${verb}${tag}`, tag, summary };
}

/** The entry that a path names. */
function whole(type: ContentType): string {
  return type.kind === "single" ? type.displayName : `an entry of ${type.displayName}`;
}

type Part = Pick<Described, "parameters" | "answers" | "mayMiss">;

function readOne(context: Context, type: ContentType): Part {
  return {
    parameters: entryParameters(context, type),
    answers: read(context, entryAnswer(context, type)),
    mayMiss: true,
  };
}

function writing(context: Context, type: ContentType): Pick<Described, "parameters"> {
  return { parameters: [...shapeParameters(context, type), ...writeStatus(context, type)] };
}

function remove(context: Context, type: ContentType): Part {
  if (context.profile.deleteAnswer === "nothing") {
    return {
      parameters: [writtenStatus(context), ...severalLocales(context, type)],
      answers: { 204: NO_CONTENT },
    };
  }
  return {
    parameters: [...shapeParameters(context, type), ...severalLocales(context, type)],
    answers: { 200: jsonAnswer("The entry as it was.", entryAnswer(context, type)) },
    mayMiss: true,
  };
}

function act(context: Context, type: ContentType): Part {
  return {
    parameters: shapeParameters(context, type),
    answers: { 200: jsonAnswer("The entry after it.", entryAnswer(context, type)) },
    mayMiss: true,
  };
}

/** The responses of a read, including 304 for a client that has the answer already. */
function read(context: Context, schema: JsonSchema): Responses {
  if (!context.entityTags) return { 200: jsonAnswer("Found.", schema) };
  const headers = { ETag: entityTag(context) };
  return {
    200: jsonAnswer("Found.", schema, { headers }),
    304: { description: "What `If-None-Match` names is still what would be answered.", headers },
  };
}

function entityTag({ components }: Context): Ref {
  const header: Header = {
    description: "Names the answer: sent back in `If-None-Match`, it asks whether there is another one.",
    schema: { type: "string" },
  };
  return components.header("ETag", () => header);
}

function entryAnswer(context: Context, type: ContentType): JsonSchema {
  return objectWith({ data: anyEntry(context, type), meta: { type: "object" } }, ["data", "meta"]);
}

function listAnswer(context: Context, type: ContentType): JsonSchema {
  return pageSchema(context, anyEntry(context, type));
}

/**
 * For a type without drafts, a new entry needs its required attributes. For a type with drafts, the entry may say
 * whether it is one.
 */
function createBody(context: Context, type: ContentType): RequestBody {
  const data = type.draftAndPublish ? draftInput(context, type) : completeInput(context, type);
  return jsonBody({ type: "object", required: ["data"], properties: { data } });
}

function completeInput(context: Context, type: ContentType): JsonSchema {
  const required = writableAttributes(type).filter((attribute) => mustBeGiven(type, attribute));
  const input = inputSchema(context, type);
  if (required.length === 0) return input;
  return { allOf: [input, { type: "object", required: required.map(({ name }) => name) }] };
}

function draftInput(context: Context, type: ContentType): JsonSchema {
  if (context.profile.writeStatus !== "body" || type.attributes.has("status")) return inputSchema(context, type);
  return context.components.schema(nameOf(context, type, "CreateInput"), () =>
    objectWith({ ...inputMembers(context, type), status: STATUS }),
  );
}

function updateBody(context: Context, type: ContentType): RequestBody {
  const saysStatus = context.profile.writeStatus === "body" && type.draftAndPublish;
  return jsonBody({
    type: "object",
    required: ["data"],
    properties: { data: inputSchema(context, type), ...(saysStatus && { status: STATUS }) },
  });
}

const STATUS: JsonSchema = anyOf({ type: "string", enum: ["draft", "published"] }, NULL);
