import type { Entry, RawParams, Status } from "../../../engine/internal.ts";

/** Parameters of a call: a query in object form, and parameters of the operation. */
export interface DocumentParams extends RawParams {
  readonly documentId?: string;
  /** Default: `draft`, whatever the profile (writes, §16). */
  readonly status?: Status;
  /** Of the entries: by default the default locale. Lists accept `*` and several codes, as do deletions. */
  readonly locale?: string | readonly string[] | null;
  readonly data?: { readonly [attribute: string]: unknown };
  /** The window of a list, as in `pagination`, over which it takes precedence. */
  readonly start?: number;
  readonly limit?: number;
}

/** The result of publish, unpublish, discardDraft and delete: the affected versions; none for an unknown document. */
export interface AffectedEntries {
  readonly documentId: string;
  readonly entries: readonly Entry[];
}

/** The result of clone: the new document, or none if the one to copy does not exist. */
export interface CloneResult {
  readonly documentId: string | undefined;
  readonly entries: readonly Entry[];
}

/** Parameters of a call about one document. */
export type OfDocument = DocumentParams & { readonly documentId: string };
