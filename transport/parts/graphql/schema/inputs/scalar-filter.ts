import {
  GraphQLBoolean,
  type GraphQLInputFieldConfig,
  GraphQLInputObjectType,
  GraphQLList,
  type GraphQLScalarType,
} from "graphql";
import type { Types } from "../types.ts";

const ONE_VALUE = [
  "eq",
  "eqi",
  "ne",
  "nei",
  "startsWith",
  "endsWith",
  "contains",
  "notContains",
  "containsi",
  "notContainsi",
  "gt",
  "gte",
  "lt",
  "lte",
] as const;

const SEVERAL_VALUES = ["in", "notIn", "between"] as const;

/** `StringFilterInput`: every operator, with operands of the scalar (graphql, §7). */
export function scalarFilter(types: Types, scalar: GraphQLScalarType): GraphQLInputObjectType {
  return types.once(`${scalar.name}FilterInput`, (name) => {
    const list = { type: new GraphQLList(scalar) };
    const filter: GraphQLInputObjectType = new GraphQLInputObjectType({
      name,
      fields: (): Record<string, GraphQLInputFieldConfig> => ({
        and: list,
        or: list,
        not: { type: filter },
        ...Object.fromEntries(ONE_VALUE.map((operator) => [operator, { type: scalar }])),
        null: { type: GraphQLBoolean },
        notNull: { type: GraphQLBoolean },
        ...Object.fromEntries(SEVERAL_VALUES.map((operator) => [operator, list])),
      }),
    });
    return filter;
  });
}
