import type { Action } from "../../../engine/internal.ts";
import type { JsonSchema } from "./schemas/json-schema.ts";

/** The part of an OpenAPI 3.1 document that is generated here. */
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

export const METHODS = ["get", "head", "post", "put", "patch", "delete"] as const;

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
  /** Each of these alternatives is sufficient; an empty one stands for no credentials. */
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
  /** A nested parameter is serialized as a whole in the syntax of the package `qs`. */
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

/** A content type or component as its schema.json defines it, limited to what the asker may know. */
export interface DescribedModel {
  readonly kind: "collectionType" | "singleType" | "component";
  readonly displayName: string;
  readonly singularName?: string;
  readonly pluralName?: string;
  readonly draftAndPublish?: boolean;
  /** Whether its entries have locales. */
  readonly localized?: boolean;
  /** The path of its routes; absent if it has no routes of its own. */
  readonly path?: string;
  /** Rights of the asker that the document's operations do not tell. */
  readonly rights?: readonly Action[];
  readonly attributes: { readonly [name: string]: { readonly type: string; readonly [member: string]: unknown } };
}
