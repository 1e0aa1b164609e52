import type { ContentType } from "../../../engine/internal.ts";
import { type Context, nameOf } from "../openapi/context.ts";
import type { Parameter } from "../openapi/document.ts";
import {
  type Describe,
  type Described,
  type Description,
  jsonAnswer,
  jsonBody,
  NO_CONTENT,
} from "../openapi/operations/operation.ts";
import { arrayOf, type JsonSchema, objectWith } from "../openapi/schemas/json-schema.ts";
import { SCHEDULED_ACTIONS } from "./scheduled.ts";

const TEXT: JsonSchema = { type: "string" };
const TIME: JsonSchema = { type: "string", format: "date-time" };

function ofType(describe: (context: Context, type: ContentType) => Described): Describe {
  return (context, { needs }) => describe(context, context.schema.type(Object(needs).type));
}

export const DESCRIPTION = {
  operations: {
    schedulePublish: scheduling("Publish", { type: "boolean", description: "The draft as it is now." }),
    scheduleUnpublish: scheduling("Unpublish", { type: "boolean" }),
    findSchedules: ofType((context, type) => ({
      ...base(context, type, "findSchedules", "List what is scheduled for an entry"),
      answers: { 200: jsonAnswer("Found, the earliest first.", answerWith(arrayOf(schedule(context)))) },
      mayMiss: true,
    })),
    deleteSchedule: ofType((context, type) => ({
      ...base(context, type, "deleteSchedule", "Cancel what is scheduled for an entry"),
      answers: { 204: NO_CONTENT },
      mayMiss: true,
    })),
    findAllSchedules: (context) => ({
      tag: "Schedule",
      summary: "List what is scheduled",
      parameters: [time("from"), time("to")],
      answers: { 200: jsonAnswer("Found, the earliest first.", answerWith(arrayOf(schedule(context)))) },
    }),
  },
} satisfies Description;

function scheduling(action: "Publish" | "Unpublish", pin: JsonSchema): Describe {
  return ofType((context, type) => ({
    ...base(context, type, `schedule${action}`, `${action} an entry at a later time`),
    requestBody: jsonBody(objectWith({ at: TIME, locale: LOCALE, pin }, ["at"])),
    answers: { 200: jsonAnswer("Scheduled.", answerWith(schedule(context))) },
    mayMiss: true,
  }));
}

const LOCALE: JsonSchema = { type: ["string", "null"], description: "A code, or `*` for all locales of the entry." };

function base(context: Context, type: ContentType, verb: string, summary: string) {
  const tag = nameOf(context, type);
  return { operationId: `${verb}Of${tag}`, tag, summary: `${summary} of ${type.displayName}` };
}

function time(name: string): Parameter {
  return { name, in: "query", description: `Only what is due ${name} this time.`, schema: TIME };
}

function answerWith(data: JsonSchema): JsonSchema {
  return objectWith({ data, meta: { type: "object" } }, ["data", "meta"]);
}

function schedule({ components }: Context): JsonSchema {
  return components.schema("Schedule", () =>
    objectWith(
      {
        id: TEXT,
        type: TEXT,
        documentId: TEXT,
        locale: { type: ["string", "null"] },
        action: { type: "string", enum: [...SCHEDULED_ACTIONS] },
        at: TIME,
        pin: { type: "boolean" },
        state: { type: "string", enum: ["waiting", "failed", "missed"] },
        faults: arrayOf(objectWith({ path: arrayOf(TEXT), message: TEXT }, ["message"])),
        by: objectWith({ kind: TEXT, name: TEXT, hop: { type: "integer" } }, ["kind"]),
      },
      ["id", "type", "documentId", "locale", "action", "at", "pin", "state"],
    ),
  );
}
