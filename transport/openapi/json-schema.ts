/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 has taken over whole. */
export type JsonSchema = boolean | Keywords;

export type Keywords = { readonly [keyword: string]: unknown };

/** The same, or null. */
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

/** One alternative is that alternative. */
export function anyOf(...alternatives: readonly JsonSchema[]): JsonSchema {
  const [only] = alternatives;
  return alternatives.length === 1 && only !== undefined ? only : { anyOf: alternatives };
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

/** An object with these members and no others. */
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
