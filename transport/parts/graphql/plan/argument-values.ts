import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  getArgumentValues,
  isNonNullType,
  Kind,
  type ValueNode,
  valueFromAST,
} from "graphql";
import type { Arguments } from "../execute/arguments/list-params.ts";
import type { Variables } from "../schema/scalars/literal-value.ts";

/**
 * Computes the arguments of one field.
 *
 * @throws GraphQLError if a variable has a value that is invalid at its place.
 */
export type ArgumentValues = (variables: Variables) => Arguments;

/** Where the value of an argument comes from. */
interface Source {
  readonly name: string;
  /** The variable that is the value; null: the value is `value`. */
  readonly variable: string | null;
  /** The value, or that of a variable that is not given; undefined: the argument is absent. */
  readonly value: unknown;
  readonly isRequired: boolean;
}

/**
 * Equals `getArgumentValues` of graphql-js, which reads the definitions and nodes of all arguments for each request. Where
 * each argument is a variable or contains none, they are read once here; graphql-js reports the faults.
 */
export function argumentValues(field: GraphQLField<unknown, unknown>, node: FieldNode): ArgumentValues {
  const byGraphqlJs: ArgumentValues = (variables) => getArgumentValues(field, node, variables);
  const sources = sourcesOf(field, node);
  if (sources === null) return byGraphqlJs;
  return (variables) => {
    const args: { [name: string]: unknown } = {};
    for (const { name, variable, value, isRequired } of sources) {
      const isGiven =
        variable !== null && variables !== null && variables !== undefined && Object.hasOwn(variables, variable);
      const given = isGiven ? variables[variable] : value;
      if (isRequired && (given === null || given === undefined)) return byGraphqlJs(variables);
      if (given !== undefined) args[name] = given;
    }
    return args;
  };
}

/** Null where graphql-js has to combine an argument of literals and variables. */
function sourcesOf(
  field: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
): readonly Source[] | null {
  const sources: Source[] = [];
  for (const argument of field.args) {
    const node = given.find(({ name }) => name.value === argument.name)?.value;
    const source = sourceOf(argument, node);
    if (source === null) return null;
    sources.push(source);
  }
  return sources;
}

function sourceOf({ name, type, defaultValue }: GraphQLArgument, node: ValueNode | undefined): Source | null {
  const isRequired = isNonNullType(type);
  if (node === undefined) return { name, variable: null, value: defaultValue, isRequired };
  if (node.kind === Kind.VARIABLE) return { name, variable: node.name.value, value: defaultValue, isRequired };
  if (holdsVariable(node)) return null;
  const value = valueFromAST(node, type);
  return value === undefined ? null : { name, variable: null, value, isRequired };
}

/** Whether a value depends on a variable. */
export function holdsVariable(value: ValueNode): boolean {
  switch (value.kind) {
    case Kind.VARIABLE:
      return true;
    case Kind.LIST:
      return value.values.some(holdsVariable);
    case Kind.OBJECT:
      return value.fields.some((field) => holdsVariable(field.value));
    default:
      return false;
  }
}
