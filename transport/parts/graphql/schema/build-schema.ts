import { type GraphQLFieldConfigMap, GraphQLObjectType, GraphQLSchema } from "graphql";
import type { AnyModel, Schema } from "../../../../engine/internal.ts";
import type { AnswerFormat } from "../../../contract/profiles/rest-config.ts";
import { exposureOf, hasName } from "./exposure.ts";
import { mutationFields } from "./fields/mutation-fields.ts";
import { PLUGINS, type PluginName } from "./fields/plugin-fields.ts";
import { queryFields } from "./fields/query-fields.ts";
import { typeName } from "./names.ts";
import { Types } from "./types.ts";

type Fields = GraphQLFieldConfigMap<unknown, unknown>;

export interface SchemaOptions {
  /** Plugins whose operations have a resolver. */
  readonly plugins?: readonly PluginName[];
  /** The version of Strapi whose types and fields it has: v5. */
  readonly format?: AnswerFormat;
  /** Adds the fields of Strapi 4's answers to the types of Strapi 5: false. */
  readonly v4CompatibilityMode?: boolean;
}

/**
 * The GraphQL schema of a deployment's content types, with Strapi's names and shapes, and of the plugins' operations.
 *
 * @throws Error if two content types or components get the same name.
 */
export function buildSchema(schema: Schema, options: SchemaOptions = {}): GraphQLSchema {
  const { plugins = [], format = "v5", v4CompatibilityMode = false } = options;
  refuseEqualNames([...schema.types.values(), ...schema.components.values()]);
  const types = new Types(schema, format, v4CompatibilityMode);
  const query: Fields = {};
  const mutation: Fields = {};
  for (const type of schema.types.values()) {
    const exposure = exposureOf(type);
    if (exposure?.queries) Object.assign(query, queryFields(types, type));
    if (exposure?.mutations) Object.assign(mutation, mutationFields(types, type));
  }
  for (const plugin of plugins) {
    const fields = PLUGINS[plugin](types);
    Object.assign(query, fields.query);
    Object.assign(mutation, fields.mutation);
  }
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: "Query", fields: query }),
    ...(Object.keys(mutation).length > 0 && {
      mutation: new GraphQLObjectType({ name: "Mutation", fields: mutation }),
    }),
  });
}

function refuseEqualNames(models: readonly AnyModel[]): void {
  const names = new Map<string, string>();
  for (const model of models.filter(hasName)) {
    const name = typeName(model);
    const other = names.get(name);
    if (other !== undefined) throw new Error(`GraphQL: ${other} and ${model.uid} are both called ${name}`);
    names.set(name, model.uid);
  }
}
