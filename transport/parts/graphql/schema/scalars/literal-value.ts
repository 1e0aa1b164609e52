import {
  type FloatValueNode,
  GraphQLError,
  type IntValueNode,
  Kind,
  type ObjectValueNode,
  type ValueNode,
} from "graphql";
import { isKeptExactly } from "../../../../../engine/internal.ts";
import { isReservedKey } from "../../../../http/json/json-body.ts";

/** Values of variables by name. */
export type Variables = { readonly [name: string]: unknown } | null | undefined;

/** A literal as JSON. Names that JSON does not have are undefined, and left out of objects. */
export function literalValue(node: ValueNode, variables?: Variables): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return literalNumber(node);
    case Kind.LIST:
      return node.values.map((item) => literalValue(item, variables) ?? null);
    case Kind.OBJECT:
      return literalObject(node, variables);
    case Kind.NULL:
      return null;
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    default:
      return undefined;
  }
}

/** @throws GraphQLError for a number that would lose digits. */
export function literalNumber(node: IntValueNode | FloatValueNode): number {
  if (isKeptExactly(node.value)) return Number(node.value);
  throw new GraphQLError(`A number cannot be kept exactly: ${node.value.slice(0, 100)}`, { nodes: node });
}

function literalObject(node: ObjectValueNode, variables: Variables): { readonly [name: string]: unknown } {
  const members = node.fields.flatMap(({ name, value }) => {
    if (isReservedKey(name.value)) throw new GraphQLError(`Invalid key ${name.value}`, { nodes: name });
    const member = literalValue(value, variables);
    return member === undefined ? [] : [[name.value, member] as const];
  });
  return Object.fromEntries(members);
}
