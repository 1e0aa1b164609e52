/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses unchanged. */
export type JsonSchema = boolean | Keywords;

export type Keywords = { readonly [keyword: string]: unknown };

/** The schema, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const { type, enum: values } = schema;
  if (type === undefined && values === undefined)
    return Object.keys(schema).length === 0 ? schema : anyOf(schema, NULL);
  return {
    ...schema,
    ...(type !== undefined && { type: [...(Array.isArray(type) ? type : [type]), "null"] }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

export const NULL: JsonSchema = { type: "null" };

export const TEXT: JsonSchema = { type: "string" };

export const FLAG: JsonSchema = { type: "boolean" };

/** A single alternative is returned as it is. */
export function anyOf(...alternatives: readonly JsonSchema[]): JsonSchema {
  const [only] = alternatives;
  return alternatives.length === 1 && only !== undefined ? only : { anyOf: alternatives };
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

/** An object with only these properties. */
export function objectWith(
  properties: { readonly [name: string]: JsonSchema },
  required: readonly string[] = [],
): Keywords {
  return {
    type: "object",
    ...(required.length > 0 && { required }),
    properties,
    additionalProperties: false,
  };
}
