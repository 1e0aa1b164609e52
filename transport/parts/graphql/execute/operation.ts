import type { OperationDefinitionNode } from "graphql";
import type { KnownCaller } from "../../../access/caller.ts";
import type { HttpRequest } from "../../../http/port.ts";
import type { PreparedDocument } from "../document/prepared-document.ts";

/** One operation of a valid document, with its request. */
export interface Operation {
  readonly prepared: PreparedDocument;
  readonly operation: OperationDefinitionNode;
  /** As they were sent. */
  readonly variables: { readonly [name: string]: unknown };
  readonly caller: KnownCaller;
  /** The document that contains it. */
  readonly request: HttpRequest;
}
