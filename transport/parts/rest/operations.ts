import type { Action, ContentType } from "../../../engine/internal.ts";
import { mustBeGiven, writableAttributes } from "../../contract/model/shown-attributes.ts";
import { type Context, nameOf } from "../openapi/context.ts";
import type { Header, Ref, RequestBody } from "../openapi/document.ts";
import type { Responses } from "../openapi/operations/error-responses.ts";
import {
  BODY_ERRORS,
  type Described,
  jsonAnswer,
  jsonBody,
  NO_CONTENT,
  READ_ERRORS,
  WRITE_ERRORS,
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
import { anyOf, arrayOf, type JsonSchema, NULL, objectWith } from "../openapi/schemas/json-schema.ts";

/** Describes a content type's route for this action (content, Endpoints); undefined for an action without a route. */
export function contentOperation(context: Context, type: ContentType, action: Action): Described | undefined {
  const tag = nameOf(context, type);
  const one = type.displayName;
  const base = (verb: string, summary: string) => ({ operationId: `${verb}${tag}`, tag, summary });
  switch (action) {
    case "find":
      return type.kind === "single"
        ? { ...base("find", `Read ${one}`), ...readOne(context, type) }
        : {
            ...base("findAll", `List entries of ${one}`),
            parameters: listParameters(context, type),
            answers: read(context, listAnswer(context, type)),
            errors: READ_ERRORS,
          };
    case "findOne":
      return { ...base("findOne", `Read an entry of ${one}`), ...readOne(context, type) };
    case "create":
      return {
        ...base("create", `Create an entry of ${one}`),
        ...writing(context, type),
        requestBody: createBody(context, type),
        answers: { 201: jsonAnswer("What was created.", entryAnswer(context, type)) },
        errors: BODY_ERRORS,
      };
    case "update":
      return {
        ...base("update", `Change ${type.kind === "single" ? one : `an entry of ${one}`}`),
        ...writing(context, type),
        requestBody: updateBody(context, type),
        answers: { 200: jsonAnswer("What it is after the change.", entryAnswer(context, type)) },
        errors: [...BODY_ERRORS, 404],
      };
    case "delete":
      return {
        ...base("delete", `Delete ${type.kind === "single" ? one : `an entry of ${one}`}`),
        ...remove(context, type),
      };
    case "publish":
      return { ...base("publish", `Publish the draft of an entry of ${one}`), ...act(context, type) };
    case "unpublish":
      return { ...base("unpublish", `Unpublish an entry of ${one}`), ...act(context, type) };
    case "discardDraft":
      return {
        ...base("discardDraftOf", `Discard the draft changes of an entry of ${one}`),
        ...act(context, type),
      };
    default:
      return undefined;
  }
}

type Part = Pick<Described, "parameters" | "answers" | "errors">;

function readOne(context: Context, type: ContentType): Part {
  return {
    parameters: entryParameters(context, type),
    answers: read(context, entryAnswer(context, type)),
    errors: [...READ_ERRORS, 404],
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
      errors: WRITE_ERRORS,
    };
  }
  return {
    parameters: [...shapeParameters(context, type), ...severalLocales(context, type)],
    answers: { 200: jsonAnswer("The entry as it was.", entryAnswer(context, type)) },
    errors: [...WRITE_ERRORS, 404],
  };
}

function act(context: Context, type: ContentType): Part {
  return {
    parameters: shapeParameters(context, type),
    answers: { 200: jsonAnswer("The entry after it.", entryAnswer(context, type)) },
    errors: [...BODY_ERRORS, 404],
  };
}

/** The responses of a read, including 304 for a client that has the answer already. */
export function read(context: Context, schema: JsonSchema): Responses {
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
  return listOf(context, anyEntry(context, type));
}

/** The schema of one page of entries. */
export function listOf(context: Context, entry: JsonSchema): JsonSchema {
  const meta = objectWith({ pagination: paginationSchema(context) }, ["pagination"]);
  return objectWith({ data: arrayOf(entry), meta }, ["data", "meta"]);
}

/** In the style that was requested: page or offset. The totals are absent if nothing was counted. */
function paginationSchema({ components }: Context): JsonSchema {
  const number: JsonSchema = { type: "integer", minimum: 0 };
  return components.schema("Pagination", () =>
    anyOf(
      objectWith({ page: number, pageSize: number, pageCount: number, total: number }, ["page", "pageSize"]),
      objectWith({ start: number, limit: number, total: number }, ["start", "limit"]),
    ),
  );
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
