import type { ScalarAttribute } from "../../../../engine/internal.ts";
import { SCALAR_FORMATS, type ScalarFormat } from "../../../contract/model/scalar-format.ts";
import type { Context } from "../context.ts";
import { type JsonSchema, nullable } from "./json-schema.ts";

export const ID: JsonSchema = { type: "integer" };

export const DOCUMENT_ID: JsonSchema = { type: "string" };

export const INSTANT: JsonSchema = { type: "string", format: "date-time" };

/** A value in an answer. */
export function answeredScalar(context: Context, attribute: ScalarAttribute, isNullable: boolean): JsonSchema {
  const schema = { ...formatSchema(context, SCALAR_FORMATS[attribute.type]), ...described(attribute) };
  return isNullable ? nullable(schema) : schema;
}

/**
 * A value in a request. `isComplete`: the write is not to a draft, so the rules apply from which drafts are exempt
 * (writes, §8).
 */
export function writtenScalar(context: Context, attribute: ScalarAttribute, isComplete: boolean): JsonSchema {
  const schema = {
    ...formatSchema(context, SCALAR_FORMATS[attribute.type]),
    ...described(attribute),
    ...limits(attribute, isComplete),
    ...(attribute.type === "password" && { writeOnly: true }),
    // No `default`: an update leaves absent attributes unchanged, and a default would suggest otherwise.
    ...(attribute.default !== undefined && { description: `At creation ${JSON.stringify(attribute.default)}.` }),
  };
  return attribute.required && isComplete ? schema : nullable(schema);
}

/** The constraints that the plain JSON type of a value does not express. */
function described(attribute: ScalarAttribute): object {
  return {
    ...(attribute.enum !== undefined && { enum: attribute.enum }),
    "x-galley-type": attribute.type,
  };
}

function limits(attribute: ScalarAttribute, isComplete: boolean): object {
  const { minLength, maxLength, min, max } = attribute;
  return {
    ...(maxLength !== undefined && { maxLength }),
    ...(max !== undefined && { maximum: max }),
    ...(isComplete && minLength !== undefined && { minLength }),
    ...(isComplete && min !== undefined && { minimum: min }),
  };
}

/** The returned schema must not be changed: callers copy it and add to the copy. */
function formatSchema({ components }: Context, format: ScalarFormat): { readonly [keyword: string]: unknown } {
  switch (format) {
    case "text":
      return { type: "string" };
    case "integer":
      return { type: "integer" };
    case "number":
      return { type: "number" };
    case "boolean":
      return { type: "boolean" };
    case "big integer":
    case "timestamp":
      return { type: "string", pattern: "^-?\\d+$" };
    case "date":
      return { type: "string", format: "date" };
    case "time":
      return { type: "string", pattern: "^\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?$" };
    case "instant":
      return { type: "string", format: "date-time" };
    case "json":
      return {};
    case "blocks":
      return Object(components.schema("Blocks", () => BLOCKS));
  }
}

const BLOCKS: JsonSchema = {
  type: "array",
  description: "Rich text as a list of nodes.",
  items: {
    type: "object",
    required: ["type"],
    properties: { type: { type: "string" }, children: { type: "array" } },
    additionalProperties: true,
  },
};
