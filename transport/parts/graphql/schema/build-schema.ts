import { type GraphQLFieldConfigMap, type GraphQLNamedType, GraphQLObjectType, GraphQLSchema } from "graphql";
import type { AnyModel, Schema } from "../../../../engine/internal.ts";
import type { AnswerFormat } from "../../../contract/profiles/rest-config.ts";
import { exposureOf, HIDING_NOTHING, type Hiding, hasName } from "./exposure.ts";
import { mutationFields } from "./fields/mutation-fields.ts";
import { PLUGINS, type PluginName } from "./fields/plugin-fields.ts";
import { queryFields } from "./fields/query-fields.ts";
import { type NamedTypes, namedTypes } from "./named-types.ts";
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
  /** Omissions by code of a project: none. */
  readonly hiding?: Hiding;
  /** Types that are in it although no field leads to them: none. */
  readonly also?: (named: NamedTypes) => readonly GraphQLNamedType[];
}

/**
 * The GraphQL schema of a deployment's content types, with Strapi's names and shapes, and of the plugins' operations.
 *
 * @throws Error if two content types or components get the same name.
 */
export function buildSchema(schema: Schema, options: SchemaOptions = {}): GraphQLSchema {
  const { plugins = [], format = "v5", v4CompatibilityMode = false, hiding = HIDING_NOTHING, also } = options;
  refuseEqualNames([...schema.types.values(), ...schema.components.values()]);
  const types = new Types(schema, format, v4CompatibilityMode, hiding);
  const query: Fields = {};
  const mutation: Fields = {};
  for (const type of schema.types.values()) {
    const exposure = exposureOf(type, hiding);
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
    ...(also && { types: also(namedTypes(types)) }),
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
