import { WITH_BODY } from "../../http/methods.ts";
import type { RouteSchema } from "../../http/router.ts";
import { nameOf } from "../openapi/context.ts";
import type { MediaType, Parameter } from "../openapi/document.ts";
import { type Describe, type Description, jsonAnswer, jsonBody } from "../openapi/operations/operation.ts";
import { nested } from "../openapi/operations/query-parameters.ts";

const ANYTHING: { readonly [mediaType: string]: MediaType } = { "*/*": {} };

/** Parameters of any name. */
const ANY_QUERY: Parameter = {
  name: "parameters",
  in: "query",
  style: "form",
  explode: true,
  schema: { type: "object", additionalProperties: true },
};

/** A route of the user's own, as its `schema` describes it; without one its code may take and answer anything. */
const ownRoute: Describe = (context, { method, path, needs, schema = {} }) => {
  const right = typeof needs === "object" ? needs : null;
  const type = context.schema.types.get(right?.type ?? "");
  const tag = type === undefined ? "Custom" : nameOf(context, type);
  const { summary = `${method} ${path}`, description, body, response } = schema;
  const hasBody = WITH_BODY.has(method);
  return {
    operationId: type === undefined ? inOneWord(`${method.toLowerCase()} ${path}`) : `${right?.action}${tag}`,
    tag,
    summary,
    ...(description !== undefined && { description }),
    parameters: parametersOf(schema),
    ...(hasBody && { requestBody: body === undefined ? { required: false, content: ANYTHING } : jsonBody(body) }),
    answers: {
      200: response === undefined ? { description: "Answered.", content: ANYTHING } : jsonAnswer("Answered.", response),
      default: { description: "Any other answer of its code.", content: ANYTHING },
    },
  };
};

function inOneWord(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+(.?)/g, (_, letter: string) => letter.toUpperCase());
}

function parametersOf({ query }: RouteSchema): readonly Parameter[] {
  if (query === undefined) return [ANY_QUERY];
  return Object.entries(query).map(([name, schema]) => {
    const isNested = typeof schema === "object" && (schema.type === "object" || schema.type === "array");
    return isNested ? nested(name, null, schema) : { name, in: "query", schema };
  });
}

export const DESCRIPTION: Description = {
  tag: { name: "Custom", description: "Routes with code of this project." },
  operations: { ownRoute },
};
