import type { AnswerFormat, RestConfig } from "../../contract/profiles/rest-config.ts";
import type { GraphqlLimits } from "./limits.ts";

/** Options of the GraphQL endpoint. */
export interface GraphqlOptions {
  /** Path of the endpoint: `/graphql`. */
  readonly endpoint?: string;
  /** Default number of entries of a list: 25; 10 in the profile `strapi`. */
  readonly defaultLimit?: number;
  /** Maximum number of entries of a list: 100; unlimited in the profile `strapi`. */
  readonly maxLimit?: number;
  /** Allow introspection: true, unless the environment variable `NODE_ENV` is `production`. */
  readonly introspection?: boolean;
  /**
   * Show browsers a page with a query editor at the path of the endpoint: true, unless the environment variable
   * `NODE_ENV` is `production`.
   */
  readonly page?: boolean;
  /**
   * The types and fields of the schema: `v4`, as of Strapi 4, or `v5`. Default: `rest.format`, which is `v4` for a Strapi 4
   * project.
   */
  readonly format?: AnswerFormat;
  /**
   * Add the fields of Strapi 4's answers to the schema of Strapi 5, all deprecated: `id`, `data` and `attributes` of entries, `data`
   * and `meta` of connections. The option of Strapi's GraphQL plugin; false.
   */
  readonly v4CompatibilityMode?: boolean;
  /** Limits of one operation. */
  readonly limits?: Partial<GraphqlLimits>;
}

/** The version of Strapi whose types and fields the schema has. */
export function graphqlFormat(options: boolean | GraphqlOptions, { format = "v5" }: RestConfig): AnswerFormat {
  return (typeof options === "object" ? options.format : undefined) ?? format;
}

/** The path of the endpoint. */
export function graphqlPath(options: boolean | GraphqlOptions): string {
  return (typeof options === "object" ? options.endpoint : undefined) ?? "/graphql";
}

/** Whether browsers are shown the page with a query editor. */
export function hasPage({ page = process.env.NODE_ENV !== "production" }: GraphqlOptions): boolean {
  return page;
}
