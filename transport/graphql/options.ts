import type { GraphqlLimits } from "./limits.ts";

/** Options of the GraphQL endpoint. */
export interface GraphqlOptions {
  /** Path of the endpoint: `/graphql`. */
  readonly endpoint?: string;
  /** Entries of a list when the query does not say: 25; 10 in the profile `strapi`. */
  readonly defaultLimit?: number;
  /** Most entries of a list: 100; as many as there are in the profile `strapi`. */
  readonly maxLimit?: number;
  /** Answer questions about the schema itself: true, unless the environment variable `NODE_ENV` is `production`. */
  readonly introspection?: boolean;
  /**
   * Show browsers a page with a query editor at the path of the endpoint: true, unless the environment variable
   * `NODE_ENV` is `production`.
   */
  readonly page?: boolean;
  /** How much one operation may ask for. */
  readonly limits?: Partial<GraphqlLimits>;
}
