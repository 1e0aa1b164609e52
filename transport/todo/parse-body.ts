import { z } from "zod";
import { EngineError } from "../../engine/index.ts";
import { bodyText, parseJson } from "../json-body.ts";
import type { HttpRequest } from "../port.ts";
import type { TodoPatch } from "./todo.ts";

const TITLE = z.string("title must be a string").min(1, "title must not be empty");

const COMPLETED = z.boolean("completed must be true or false");

/** Keys that are not named here are ignored. */
const NEW_TODO = z.object({ title: TITLE }, "the body must be an object");

const PATCH = z.object(
  { title: z.exactOptional(TITLE), completed: z.exactOptional(COMPLETED) },
  "the body must be an object",
);

/**
 * The body of POST. Read as JSON whatever its content type says.
 *
 * @throws EngineError `validation`; HttpError `malformed body`, `body too large`, `unreadable body`.
 */
export function parseNewTodo(request: HttpRequest): { readonly title: string } {
  return parse(NEW_TODO, request);
}

/** The body of PUT, which may be empty. Throws as `parseNewTodo` does. */
export function parseTodoPatch(request: HttpRequest): TodoPatch {
  return parse(PATCH, request);
}

function parse<T>(schema: z.ZodType<T>, request: HttpRequest): T {
  const parsed = schema.safeParse(parseJson(bodyText(request)));
  if (parsed.success) return parsed.data;
  throw new EngineError("validation", parsed.error.issues.map(({ message }) => message).join("; "));
}
