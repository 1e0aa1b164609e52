import * as z from "zod/mini";
import { EngineError } from "../../../engine/internal.ts";
import { mediaTypeOf } from "../../http/headers/media-type.ts";
import { HttpError } from "../../http/http-error.ts";
import { bodyText, parseJson } from "../../http/json/json-body.ts";
import type { JsonLimits } from "../../http/json/json-limits.ts";
import type { HttpRequest } from "../../http/port.ts";
import type { TodoPatch } from "./todo.ts";

const OBJECT = "the body must be an object";

const TITLE_FAULT = "title must be a string";

/** Of one title, as UTF-8. */
const MAX_TITLE_BYTES = 10_240;

const TITLE = z
  .string(TITLE_FAULT)
  .check(
    z.refine(
      (title) => Buffer.byteLength(title) <= MAX_TITLE_BYTES,
      `title must have at most ${MAX_TITLE_BYTES} bytes`,
    ),
  );

const COMPLETED = z.boolean("completed must be true or false");

/** Other keys are ignored. */
const NEW_TODO = z.object({ title: TITLE }, OBJECT);

const PATCH = z.object({ title: z.optional(TITLE), completed: z.optional(COMPLETED) }, OBJECT);

/**
 * Parses the body of POST. It must be declared as JSON (todo, Endpoints): pages of other origins can send other types
 * without a preflight.
 *
 * @throws EngineError `validation`; HttpError `malformed body`, `body too large`, `unreadable body`.
 */
export function parseNewTodo(request: HttpRequest, limits: JsonLimits): { readonly title: string } {
  return parse(NEW_TODO, request, limits);
}

/** The body of PUT, which may be empty. Throws as `parseNewTodo` does. */
export function parseTodoPatch(request: HttpRequest, limits: JsonLimits): TodoPatch {
  // JSON has no undefined: a key that is present has a value.
  return parse(PATCH, request, limits) as TodoPatch;
}

function parse<T>(schema: z.ZodMiniType<T, unknown>, request: HttpRequest, limits: JsonLimits): T {
  const text = bodyText(request);
  if (text !== "" && mediaTypeOf(request) !== "application/json") {
    throw new HttpError("unreadable body", "the body must be sent as application/json");
  }
  const parsed = schema.safeParse(parseJson(text, limits));
  if (parsed.success) return parsed.data;
  throw new EngineError("validation", parsed.error.issues.map(({ message }) => message).join("; "));
}
