import type { Entry, RawParams, Status } from "../../../engine/internal.ts";

/** Parameters of a call: those of a query in object form, and what the operation needs. */
export interface DocumentParams extends RawParams {
  readonly documentId?: string;
  /** `draft` when absent, whatever the profile (writes, §16). */
  readonly status?: Status;
  /** Of the entries: the default one when absent. Lists take `*` and several, as deletions do. */
  readonly locale?: string | readonly string[] | null;
  readonly data?: { readonly [attribute: string]: unknown };
  /** The window of a list, the same as in `pagination`, which wins. */
  readonly start?: number;
  readonly limit?: number;
}

/** What publish, unpublish, discardDraft and delete answer: the versions they are about; none for an unknown document. */
export interface Touched {
  readonly documentId: string;
  readonly entries: readonly Entry[];
}

/** What clone answers: the new document, or none when the one to copy does not exist. */
export interface Cloned {
  readonly documentId: string | undefined;
  readonly entries: readonly Entry[];
}

/** Parameters of a call that is about one document. */
export type OfDocument = DocumentParams & { readonly documentId: string };
