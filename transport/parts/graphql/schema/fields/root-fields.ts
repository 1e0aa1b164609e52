import type { GraphQLFieldConfigMap } from "graphql";

/** Root fields other than the reads and writes of content types. */
export interface PluginFields {
  readonly query: GraphQLFieldConfigMap<unknown, unknown>;
  readonly mutation: GraphQLFieldConfigMap<unknown, unknown>;
}
