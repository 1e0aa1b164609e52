import {
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
} from "graphql";
import type { Fragments } from "../document/selections.ts";
import { LimitError } from "../limits.ts";
import type { Variables } from "../schema/literal-value.ts";
import { meaningOf } from "../schema/meaning.ts";
import { type CollectOptions, collectFields } from "./collect-fields.ts";
import type { Plan, PlannedField, Selection } from "./plan.ts";

export interface CompileOptions {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  /** Of the conditions alone; the plan is the same for all others. */
  readonly variables: Variables;
  /** Most fields of a plan. */
  readonly fields: number;
}

/**
 * The plan of an operation that fits the schema; null for a kind of operation that the schema has none of.
 *
 * @throws LimitError `fields`: a few nested fragments can expand to any number of fields. `aliases`: so can
 * each list about the schema, of all of it.
 */
export function compile(options: CompileOptions): Plan | null {
  const { schema, operation, fragments, variables } = options;
  const type = schema.getRootType(operation.operation);
  if (!type) return null;
  let plain = false;
  let left = options.fields;
  let renamed = 0;
  const collecting: CollectOptions = {
    schema,
    fragments,
    variables,
    undecided: () => {
      plain = true;
    },
  };

  const select = (at: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selection => {
    const fields = [...collectFields(collecting, at, sets)].flatMap(([key, nodes]) => planned(at, key, nodes) ?? []);
    return { typeName: at.name, fields };
  };

  const planned = (at: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): PlannedField | null => {
    const [node] = nodes;
    const field = node && fieldOf(at, node.name.value);
    if (node === undefined || field === undefined) return null;
    if (--left < 0) throw new LimitError("fields", options.fields, "fields with all fragments in place");
    if (node.alias !== undefined && isLongToTell(at, field) && ++renamed > RENAMED) {
      throw new LimitError("aliases", RENAMED, "lists about the schema with another name");
    }
    const meaning = meaningOf(field);
    // About the schema, or the operation of a plugin.
    if (at === type && meaning === undefined && field !== TypeNameMetaFieldDef) plain = true;
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const types = sets.length === 0 ? [] : objectTypes(schema, getNamedType(field.type));
    return {
      key: `${JSON.stringify(key)}:`,
      field,
      meaning,
      node,
      constant: hasVariables(node) ? null : getArgumentValues(field, node),
      below: new Map(types.map((type) => [type.name, select(type, sets)])),
    };
  };

  const root = select(type, [operation.selectionSet]);
  return { root, plain };
}

/** Lists about the schema that may be asked for again under another name. No tool does that. */
const RENAMED = 3;

function isLongToTell(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  return field === SchemaMetaFieldDef || (isIntrospectionType(type) && isListType(getNullableType(field.type)));
}

/** Fields about the schema are no fields of a type, but asked for at it. */
function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
  return META_FIELDS.get(name) ?? type.getFields()[name];
}

/** Fields of every root type, about the schema. */
export const META_FIELDS: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

function objectTypes(schema: GraphQLSchema, type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return schema.getPossibleTypes(type);
  return isObjectType(type) ? [type] : [];
}

function hasVariables({ arguments: given = [] }: FieldNode): boolean {
  return given.some(({ value }) => holdsVariable(value));
}

function holdsVariable(value: ValueNode): boolean {
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
