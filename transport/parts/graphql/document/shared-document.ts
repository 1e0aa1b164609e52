import {
  type FieldNode,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  type ValueNode,
  type VariableNode,
  valueFromAST,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { Literal } from "./lift-literals.ts";
import type { PreparedDocument } from "./prepared-document.ts";
import type { Fragments } from "./selections.ts";

/**
 * A document with variables in place of the literals that were lifted out of it, shared by all documents with the same
 * key: with literals that are valid at their places, each is valid for the schema as this one is.
 */
export class SharedDocument {
  readonly #operation: OperationDefinitionNode;
  readonly #fragments: Fragments;
  /** The input type at the place of each literal. */
  readonly #types: readonly GraphQLInputType[];
  /** Added to each document made from it: a document that outlives its cache entry keeps it in memory. */
  readonly #weight: number;

  constructor(
    open: Pick<PreparedDocument, "fragments" | "weight">,
    operation: OperationDefinitionNode,
    types: readonly GraphQLInputType[],
  ) {
    this.#operation = operation;
    this.#fragments = open.fragments;
    this.#types = types;
    this.#weight = open.weight;
  }

  /** The document with these literals; null if one of them is invalid at its place. */
  with(literals: readonly Literal[], document: PreparedDocument["document"]): PreparedDocument | null {
    const values: { [name: string]: unknown } = {};
    for (const [at, type] of this.#types.entries()) {
      const literal = literals[at];
      const value = literal && valueFromAST(literal.node, type);
      if (value === undefined) return null;
      values[nameOf(at)] = value;
    }
    return {
      document,
      operations: [this.#operation],
      fragments: this.#fragments,
      literals: values,
      weight: this.#weight,
    };
  }
}

/**
 * The part of a document that others with different literals can share. Null if a literal affects more than the value of
 * an argument: whether two fields of one name can be merged, or the result of
 * introspection.
 */
export function shareDocument(
  schema: GraphQLSchema,
  { operations, fragments, weight }: PreparedDocument,
  literals: readonly Literal[],
): SharedDocument | null {
  const [operation, ...others] = operations;
  if (operation?.operation !== "query" || others.length > 0 || !hasFieldsOfItsOwn(operation)) return null;
  const types: GraphQLInputType[] = [];
  const info = new TypeInfo(schema);
  const place = (node: ValueNode): VariableNode | undefined => {
    const type = info.getInputType();
    if (node.loc?.start !== literals[types.length]?.start || !type) return undefined;
    return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: nameOf(types.push(type) - 1) } };
  };
  const open = visit(operation, visitWithTypeInfo(info, { StringValue: place, IntValue: place, FloatValue: place }));
  return types.length === literals.length ? new SharedDocument({ fragments, weight }, open, types) : null;
}

/** No document can name a variable like this. */
function nameOf(literal: number): string {
  return `literal ${literal}`;
}

function hasFieldsOfItsOwn({ selectionSet: { selections } }: OperationDefinitionNode): boolean {
  const fields = selections.filter((selection): selection is FieldNode => selection.kind === Kind.FIELD);
  const keys = new Set(fields.map(({ alias, name }) => (alias ?? name).value));
  return keys.size === selections.length && !fields.some(({ name }) => name.value.startsWith("__"));
}
