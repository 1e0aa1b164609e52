import type { JsonSchema } from "./json-schema.ts";

/** An OpenAPI 3.1 document, as far as one is made here. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly [member: string]: unknown };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: { readonly [path: string]: PathItem };
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonSchema };
    readonly parameters: { readonly [name: string]: Parameter };
    readonly responses: { readonly [name: string]: Response };
    readonly headers: { readonly [name: string]: Header };
    readonly securitySchemes: { readonly [name: string]: object };
  };
  /** Content types and components by uid. */
  readonly "x-galley-models": { readonly [uid: string]: DescribedModel };
}

export const METHODS = ["get", "head", "post", "put", "delete"] as const;

export type Method = (typeof METHODS)[number];

export type PathItem = {
  readonly parameters?: readonly (Parameter | Ref)[];
} & { readonly [M in Method]?: Operation };

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: RequestBody;
  readonly responses: { readonly [status: string]: Response | Ref };
  /** Any one of these is enough; an empty one is no credentials at all. */
  readonly security: readonly { readonly [scheme: string]: readonly string[] }[];
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
  readonly required?: boolean;
  readonly style?: "deepObject" | "form" | "simple";
  readonly explode?: boolean;
  readonly schema: JsonSchema;
  /** The whole of a nested parameter is written as the package `qs` writes it. */
  readonly "x-galley-query"?: "qs";
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: { readonly [mediaType: string]: MediaType };
}

export interface MediaType {
  readonly schema?: JsonSchema;
  readonly encoding?: object;
}

export interface Response {
  readonly description: string;
  readonly headers?: { readonly [name: string]: Header | Ref };
  readonly content?: { readonly [mediaType: string]: MediaType };
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface Ref {
  readonly $ref: string;
}

/** A content type or component as its schema.json defines it, as far as the asker may know of it. */
export interface DescribedModel {
  readonly kind: "collectionType" | "singleType" | "component";
  readonly displayName: string;
  readonly singularName?: string;
  readonly pluralName?: string;
  readonly draftAndPublish?: boolean;
  /** Its entries are in locales. */
  readonly localized?: boolean;
  /** Of its routes; absent for what has none of its own. */
  readonly path?: string;
  readonly attributes: { readonly [name: string]: { readonly type: string; readonly [member: string]: unknown } };
}
