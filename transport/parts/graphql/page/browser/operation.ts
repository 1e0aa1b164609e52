import { Kind, type OperationDefinitionNode, parse } from "graphql";

/** The texts of the editors. */
export interface Operation {
  readonly query: string;
  /** JSON, or empty. */
  readonly variables: string;
}

/**
 * Name of the operation at this offset: the one that contains it, the last before it, or the first. Undefined if it is
 * anonymous, or if the document cannot be parsed: the server reports that best.
 */
export function operationNameAt(query: string, offset: number): string | undefined {
  const operations = operationsOf(query);
  const before = operations.filter(({ loc }) => loc !== undefined && loc.start <= offset);
  return (before.at(-1) ?? operations[0])?.name?.value;
}

function operationsOf(query: string): readonly OperationDefinitionNode[] {
  try {
    return parse(query).definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  } catch {
    return [];
  }
}
