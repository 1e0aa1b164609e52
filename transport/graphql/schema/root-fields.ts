import type { GraphQLFieldConfigMap } from "graphql";

/** Root fields that are no reading or writing of a content type. */
export interface PluginFields {
  readonly query: GraphQLFieldConfigMap<unknown, unknown>;
  readonly mutation: GraphQLFieldConfigMap<unknown, unknown>;
}
