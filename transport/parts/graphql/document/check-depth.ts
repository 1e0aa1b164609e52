import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { type Fragments, fragmentsOf } from "./selections.ts";

/**
 * The errors of operations deeper than the limit (graphql, §15): a field with a selection is one level; introspection
 * fields are none, and fragments count where they are spread.
 */
export function depthErrors(document: DocumentNode, limit: number): readonly GraphQLError[] {
  const fragments = fragmentsOf(document);
  const heights = new Map<SelectionSetNode, number>();
  return document.definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const { selectionSet } = definition;
    if (heightOf(selectionSet, fragments, heights) <= limit) return [];
    const nodes = fieldBelow(selectionSet, limit + 1, fragments, heights);
    return [new GraphQLError(message(definition, limit), nodes === null ? {} : { nodes })];
  });
}

function message({ name }: OperationDefinitionNode, limit: number): string {
  return `'${name?.value ?? ""}' exceeds maximum operation depth of ${limit}`;
}

/** Levels below a selection, each visited once: a fragment in a cycle counts as empty inside itself. */
function heightOf(set: SelectionSetNode, fragments: Fragments, heights: Map<SelectionSetNode, number>): number {
  const known = heights.get(set);
  if (known !== undefined) return known;
  heights.set(set, 0);
  let height = 0;
  for (const { below, levels } of stepsFrom(set, fragments)) {
    height = Math.max(height, levels + heightOf(below, fragments, heights));
  }
  heights.set(set, height);
  return height;
}

/** The first field at this depth below a selection. */
function fieldBelow(
  set: SelectionSetNode,
  levels: number,
  fragments: Fragments,
  heights: ReadonlyMap<SelectionSetNode, number>,
): FieldNode | null {
  if (levels === 0) return firstField(set);
  for (const step of stepsFrom(set, fragments)) {
    const left = levels - step.levels;
    if ((heights.get(step.below) ?? 0) >= left) return fieldBelow(step.below, left, fragments, heights);
  }
  return null;
}

function firstField({ selections }: SelectionSetNode): FieldNode | null {
  return selections.find((selection) => selection.kind === Kind.FIELD) ?? null;
}

interface DepthStep {
  readonly below: SelectionSetNode;
  readonly levels: number;
}

function stepsFrom({ selections }: SelectionSetNode, fragments: Fragments): readonly DepthStep[] {
  return selections.flatMap((selection) => stepInto(selection, fragments) ?? []);
}

function stepInto(selection: SelectionNode, fragments: Fragments): DepthStep | null {
  switch (selection.kind) {
    case Kind.FIELD: {
      const { selectionSet, name } = selection;
      return selectionSet === undefined || name.value.startsWith("__") ? null : { below: selectionSet, levels: 1 };
    }
    case Kind.INLINE_FRAGMENT:
      return { below: selection.selectionSet, levels: 0 };
    case Kind.FRAGMENT_SPREAD: {
      const fragment = fragments.get(selection.name.value);
      return fragment === undefined ? null : { below: fragment.selectionSet, levels: 0 };
    }
  }
}
