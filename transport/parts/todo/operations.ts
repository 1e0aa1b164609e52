import type { Context } from "../openapi/context.ts";
import { type Responses, WRITING } from "../openapi/operations/error-responses.ts";
import { type Description, jsonAnswer, jsonBody, NO_CONTENT } from "../openapi/operations/operation.ts";
import { arrayOf, FLAG, type JsonSchema, objectWith, TEXT } from "../openapi/schemas/json-schema.ts";

export const DESCRIPTION = {
  tag: { name: "Todos", description: "A list of things to do." },
  operations: {
    findAllTodos: (context) => ({
      summary: "List all todos",
      answers: { 200: jsonAnswer("By ascending id.", arrayOf(todo(context))) },
      // The list may be larger than an answer is allowed to be.
      errors: errors(context, [400]),
    }),
    createTodo: (context) => ({
      summary: "Create a todo",
      requestBody: jsonBody({ type: "object", required: ["title"], properties: { title: TEXT } }),
      answers: { 201: jsonAnswer("What was created.", todo(context)) },
      errors: errors(context, [400, 408, 413, 415, ...WRITING]),
    }),
    findOneTodo: (context) => ({
      summary: "Read a todo",
      answers: { 200: jsonAnswer("Found.", todo(context)) },
      errors: errors(context, [400, 404]),
    }),
    updateTodo: (context) => ({
      summary: "Change a todo",
      requestBody: jsonBody({ type: "object", properties: { title: TEXT, completed: FLAG } }),
      answers: { 200: jsonAnswer("What it is after the change.", todo(context)) },
      errors: errors(context, [400, 404, 408, 413, 415, ...WRITING]),
    }),
    deleteTodo: (context) => ({
      summary: "Delete a todo",
      answers: { 204: NO_CONTENT },
      errors: errors(context, [400, 404, ...WRITING]),
    }),
  },
} satisfies Description;

function todo({ components }: Context): JsonSchema {
  return components.schema("TodoItem", () =>
    objectWith({ id: { type: "integer" }, title: TEXT, completed: FLAG }, ["id", "title", "completed"]),
  );
}

/** Errors of todos have their own shape (todo, Errors). */
function errors({ components }: Context, statuses: readonly number[]): Responses {
  const body = components.schema("TodoError", () => objectWith({ error: TEXT }, ["error"]));
  const answer = components.response("TodoError", () => jsonAnswer("What is wrong.", body));
  return Object.fromEntries([...statuses, 429, 500, 503].map((status) => [status, answer]));
}
