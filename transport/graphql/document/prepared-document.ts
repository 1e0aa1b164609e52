import { type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode } from "graphql";
import { type Fragments, fragmentsOf } from "./selections.ts";

/** A document that fits the schema. */
export interface PreparedDocument {
  /** As it was sent. */
  readonly document: () => DocumentNode;
  readonly operations: readonly OperationDefinitionNode[];
  readonly fragments: Fragments;
  /** Values of the variables that replace the document's literals in the operations. */
  readonly literals: { readonly [name: string]: unknown };
  /** Bytes that it keeps in memory, roughly. */
  readonly weight: number;
}

/** What one word or sign of a document takes, with the nodes that are made of it. */
const TOKEN_BYTES = 400;
const DOCUMENT_BYTES = 2_000;

export function prepareDocument(document: DocumentNode): PreparedDocument {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const weight = weightOf(document);
  return { document: () => document, operations, fragments: fragmentsOf(document), literals: {}, weight };
}

function weightOf({ loc }: DocumentNode): number {
  let weight = DOCUMENT_BYTES + 2 * (loc?.source.body.length ?? 0);
  for (let token = loc?.startToken; token; token = token.next ?? undefined) weight += TOKEN_BYTES;
  return weight;
}

/**
 * The operation of a document that a request means.
 *
 * @throws GraphQLError when it names none of them, or does not say which of several.
 */
export function operationOf({ operations }: PreparedDocument, name: string | null): OperationDefinitionNode {
  const [first, ...others] = name === null ? operations : operations.filter((each) => each.name?.value === name);
  if (first === undefined) throw new GraphQLError(`Unknown operation named "${name ?? ""}".`);
  if (others.length === 0) return first;
  throw new GraphQLError("Must provide operation name if query contains multiple operations.");
}
