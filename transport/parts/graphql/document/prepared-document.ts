import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode } from "graphql";
import { type Fragments, fragmentsOf } from "./selections.ts";

/** A document that is valid for the schema. */
export interface PreparedDocument {
  /** The source text. */
  readonly document: () => DocumentNode;
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: Fragments;
  /** Values of the variables that replace the document's literals; null if none are replaced. */
  readonly literals: { readonly [name: string]: unknown } | null;
  /** Approximate bytes in memory. */
  readonly weight: number;
}

/** Approximate bytes per token, including its nodes. */
const TOKEN_BYTES = 400;
const DOCUMENT_BYTES = 2_000;

export function prepareDocument(document: DocumentNode): PreparedDocument {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const weight = weightOf(document);
  return { document: () => document, operations, fragments: fragmentsOf(document), literals: null, weight };
}

function weightOf({ loc }: DocumentNode): number {
  let weight = DOCUMENT_BYTES + 2 * (loc?.source.body.length ?? 0);
  for (let token = loc?.startToken; token; token = token.next ?? undefined) weight += TOKEN_BYTES;
  return weight;
}

/**
 * The operation of a document that a request selects.
 *
 * @throws GraphQLError if it selects none, or the choice is ambiguous.
 */
export function operationOf({ operations }: PreparedDocument, name: string | null): OperationDefinitionNode {
  const [first, ...others] = name === null ? operations : operations.filter((each) => each.name?.value === name);
  if (first === undefined) throw new GraphQLError(`Unknown operation named "${name ?? ""}".`);
  if (others.length === 0) return first;
  throw new GraphQLError("Must provide operation name if query contains multiple operations.");
}
