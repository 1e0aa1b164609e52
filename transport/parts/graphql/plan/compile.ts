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
import { isOwn, meaningOf } from "../schema/meaning.ts";
import type { Variables } from "../schema/scalars/literal-value.ts";
import { type CollectOptions, collectFields } from "./collect-fields.ts";
import type { Plan, PlannedField, Selection } from "./plan.ts";

export interface CompileOptions {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Fragments;
  /** The variables of conditions only; the plan does not depend on others. */
  readonly variables: Variables;
  /** Maximum number of fields of a plan. */
  readonly fields: number;
}

/**
 * The plan of a valid operation; null if the schema has no such kind of operation.
 *
 * @throws LimitError `fields`: a few nested fragments can expand to any number of fields. `aliases`: so can
 * lists of introspection, each of the whole schema.
 */
export function compile(options: CompileOptions): Plan | null {
  const { schema, operation, fragments, variables } = options;
  const type = schema.getRootType(operation.operation);
  if (!type) return null;
  let plain = false;
  let own = false;
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

  const planned = (at: GraphQLObjectType, as: string, nodes: readonly FieldNode[]): PlannedField | null => {
    const [node] = nodes;
    const field = node && fieldOf(at, node.name.value);
    if (node === undefined || field === undefined) return null;
    if (--left < 0) throw new LimitError("fields", options.fields, "fields with all fragments in place");
    if (node.alias !== undefined && isLongToTell(at, field) && ++renamed > RENAMED) {
      throw new LimitError("aliases", RENAMED, "lists about the schema with another name");
    }
    const meaning = meaningOf(field);
    // A field of introspection, or the operation of a plugin.
    if (at === type && meaning === undefined && field !== TypeNameMetaFieldDef) plain = true;
    if (isOwn(field)) plain = own = true;
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const types = sets.length === 0 ? [] : objectTypes(schema, getNamedType(field.type));
    const below = new Map(types.map((type) => [type.name, select(type, sets)]));
    const inside = [...below.values()].flatMap(({ fields }) => fields);
    return {
      as,
      field,
      meaning,
      node,
      constant: hasVariables(node) ? null : getArgumentValues(field, node),
      below,
      varied: inside.flatMap((each) => (each.constant === null ? [each, ...each.varied] : each.varied)),
    };
  };

  const root = select(type, [operation.selectionSet]);
  return { root, plain, own };
}

/** Maximum number of aliased introspection lists. No tool needs more. */
const RENAMED = 3;

function isLongToTell(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>): boolean {
  return field === SchemaMetaFieldDef || (isIntrospectionType(type) && isListType(getNullableType(field.type)));
}

/** Introspection fields belong to no type, but are requested at one. */
function fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
  return META_FIELDS.get(name) ?? type.getFields()[name];
}

/** Introspection fields of every root type. */
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
