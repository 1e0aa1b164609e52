import { Kind, type OperationDefinitionNode, parse } from "graphql";

/** What the editors hold, as texts. */
export interface Operation {
  readonly query: string;
  /** JSON, or empty. */
  readonly variables: string;
}

/**
 * Which operation of a document is meant: the one at this offset, the last before it, or the first. Undefined when it
 * has no name, and when the document cannot be parsed, which the server tells best.
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
