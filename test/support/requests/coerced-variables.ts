import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from "graphql";

/** The variables of an operation as graphql-js coerces them. Throws for unfit ones. */
export function coercedVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  sent: Readonly<Record<string, unknown>>,
): { readonly [name: string]: unknown } {
  const { coerced, errors } = getVariableValues(schema, variableDefinitions, sent);
  if (coerced === undefined) throw errors?.[0];
  return coerced;
}
