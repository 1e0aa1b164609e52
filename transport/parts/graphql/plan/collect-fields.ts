import {
  type FieldNode,
  GraphQLError,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import type { Fragments } from "../document/selections.ts";
import type { Variables } from "../schema/scalars/literal-value.ts";

export interface CollectOptions {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  /** As graphql-js has coerced them. */
  readonly variables: Variables;
  /** Called for a condition that cannot be decided; its field is assumed to be included. */
  readonly undecided: () => void;
}

/** The fields that several selections request of one object type, by response key, in the order of the answer. */
export function collectFields(
  options: CollectOptions,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const collected = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (!isIncluded(options, selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const nodes = collected.get(key);
        if (nodes === undefined) collected.set(key, [selection]);
        else nodes.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (fits(options.schema, type, selection.typeCondition)) collect(selection.selectionSet);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = options.fragments.get(selection.name.value);
        if (fragment !== undefined && fits(options.schema, type, fragment.typeCondition))
          collect(fragment.selectionSet);
      }
    }
  };
  for (const set of sets) collect(set);
  return collected;
}

function isIncluded({ variables, undecided }: CollectOptions, node: SelectionNode): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  try {
    const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
    const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
    return skip?.if !== true && include?.if !== false;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    undecided();
    return true;
  }
}

function fits(schema: GraphQLSchema, type: GraphQLObjectType, condition: NamedTypeNode | undefined): boolean {
  if (condition === undefined || condition.name.value === type.name) return true;
  const other = schema.getType(condition.name.value);
  return isAbstractType(other) && schema.isSubType(other, type);
}
