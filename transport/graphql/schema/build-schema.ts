import { type GraphQLFieldConfigMap, GraphQLObjectType, GraphQLSchema } from "graphql";
import type { AnyModel, Schema } from "../../../engine/index.ts";
import { exposureOf } from "./exposure.ts";
import { mutationFields } from "./mutation-fields.ts";
import { typeName } from "./names.ts";
import { queryFields } from "./query-fields.ts";
import { Types } from "./types.ts";

type Fields = GraphQLFieldConfigMap<unknown, unknown>;

/**
 * The GraphQL schema of a deployment's content types, with the names and shapes that Strapi gives them.
 *
 * @throws Error when two content types or components come to the same name.
 */
export function buildSchema(schema: Schema): GraphQLSchema {
  refuseEqualNames([...schema.types.values(), ...schema.components.values()]);
  const types = new Types(schema);
  const query: Fields = {};
  const mutation: Fields = {};
  for (const type of schema.types.values()) {
    const exposure = exposureOf(type);
    if (exposure?.queries) Object.assign(query, queryFields(types, type));
    if (exposure?.mutations) Object.assign(mutation, mutationFields(types, type));
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
  for (const model of models) {
    const name = typeName(model);
    const other = names.get(name);
    if (other !== undefined) throw new Error(`GraphQL: ${other} and ${model.uid} are both called ${name}`);
    names.set(name, model.uid);
  }
}
