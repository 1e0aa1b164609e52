import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
  visit,
} from "graphql";
import type { Schema } from "../../../../engine/internal.ts";

type Values = { readonly [name: string]: unknown };

/** Replaces a secret text in messages. */
const HIDDEN = "***";

/** Names of passwords in the operations of users, whatever the content's schema. */
const USER_PASSWORDS = ["password", "passwordConfirmation", "currentPassword"];

/** Names of arguments and fields of input types that hold passwords. */
export type PasswordNames = ReadonlySet<string>;

/** With the names of the schema's password attributes. */
export function passwordNames({ types, components }: Schema): PasswordNames {
  const models = [...types.values(), ...components.values()];
  const attributes = models.flatMap((model) => [...model.attributes.values()]);
  const passwords = attributes.filter((attribute) => attribute.kind === "scalar" && attribute.type === "password");
  return new Set([...USER_PASSWORDS, ...passwords.map(({ name }) => name)]);
}

/**
 * The variables of an operation with passwords replaced by values of the same kind: graphql-js reports the same faults
 * for them, and its messages, which repeat sent values, then contain no password. An input object with a password may
 * have it under a misspelled name too: unknown keys are hidden as well, except for numbers.
 */
export function hidePasswords(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  sent: Values,
  names: PasswordNames,
): Values {
  const variables = variablesUnder(operation, names);
  const shown: { [name: string]: unknown } = { ...sent };
  for (const { variable, type: node } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    if (!Object.hasOwn(sent, name)) continue;
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]) as GraphQLInputType | undefined;
    const isPassword = names.has(name) || variables.has(name);
    if (isPassword) shown[name] = hidden(sent[name]);
    else if (type !== undefined) shown[name] = shownAs(type, sent[name], names);
  }
  return shown;
}

/** Names of the variables used as passwords. */
function variablesUnder(operation: OperationDefinitionNode, names: PasswordNames): ReadonlySet<string> {
  const found = new Set<string>();
  const look = ({ name, value }: { name: { value: string }; value: { kind: string } }) => {
    if (names.has(name.value) && isVariable(value)) found.add(value.name.value);
  };
  visit(operation, { Argument: look, ObjectField: look });
  return found;
}

function isVariable(value: { kind: string }): value is { kind: "Variable"; name: { value: string } } {
  return value.kind === "Variable";
}

function shownAs(type: GraphQLInputType, value: unknown, names: PasswordNames): unknown {
  if (isNonNullType(type)) return shownAs(type.ofType, value, names);
  if (isListType(type)) {
    if (Array.isArray(value)) return value.map((item) => shownAs(type.ofType, item, names));
    return shownAs(type.ofType, value, names);
  }
  if (!isInputObjectType(type)) return value;
  const fields = type.getFields();
  const holdsPassword = Object.keys(fields).some((name) => names.has(name));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return holdsPassword ? hidden(value) : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const isMisspelled = field === undefined && holdsPassword && typeof inner !== "number";
      if (names.has(name) || isMisspelled) return [name, hidden(inner)];
      return [name, field === undefined ? inner : shownAs(field.type, inner, names)];
    }),
  );
}

/** A value of the same kind. */
function hidden(value: unknown): unknown {
  if (typeof value === "string") return HIDDEN;
  if (typeof value === "number") return 0;
  if (Array.isArray(value)) return [];
  return typeof value === "object" && value !== null ? {} : value;
}
