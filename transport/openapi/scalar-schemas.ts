import type { ScalarAttribute } from "../../engine/internal.ts";
import { SCALAR_FORMATS, type ScalarFormat } from "../contract/model/scalar-format.ts";
import type { Context } from "./context.ts";
import { type JsonSchema, nullable } from "./json-schema.ts";

export const ID: JsonSchema = { type: "integer" };

export const DOCUMENT_ID: JsonSchema = { type: "string" };

export const INSTANT: JsonSchema = { type: "string", format: "date-time" };

/** A value as it is answered. */
export function answeredScalar(context: Context, attribute: ScalarAttribute, isNullable: boolean): JsonSchema {
  const schema = { ...formatSchema(context, SCALAR_FORMATS[attribute.type]), ...described(attribute) };
  return isNullable ? nullable(schema) : schema;
}

/**
 * A value as it may be sent. `isComplete`: what is written is no draft, so that the rules hold that drafts are spared
 * (writes, §8).
 */
export function writtenScalar(context: Context, attribute: ScalarAttribute, isComplete: boolean): JsonSchema {
  const schema = {
    ...formatSchema(context, SCALAR_FORMATS[attribute.type]),
    ...described(attribute),
    ...limits(attribute, isComplete),
    ...(attribute.type === "password" && { writeOnly: true }),
    // No `default`: a change leaves what it does not bring as it is.
    ...(attribute.default !== undefined && { description: `At creation ${JSON.stringify(attribute.default)}.` }),
  };
  return attribute.required && isComplete ? schema : nullable(schema);
}

/** What the plain type of a value does not say. */
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

/** Never changed: callers add to it. */
export function formatSchema({ components }: Context, format: ScalarFormat): { readonly [keyword: string]: unknown } {
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
