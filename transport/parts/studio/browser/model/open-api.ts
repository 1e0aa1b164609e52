/** The parts of an OpenAPI document that Studio uses. */
export interface OpenApi {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation | undefined } | undefined };
  readonly components: unknown;
  readonly "x-galley-models"?: unknown;
}

export interface Operation {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content?: { readonly [type: string]: { readonly schema?: unknown } } };
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
}

export interface Reference {
  readonly $ref: string;
}

/** Resolves a reference within the document; returns any other value unchanged. */
export function resolved<T>(document: OpenApi, value: T | Reference): T {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return value as T;
  const steps = value.$ref.replace(/^#\//, "").split("/");
  return steps.reduce<unknown>(
    (place, step) => Object(place)[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  ) as T;
}
