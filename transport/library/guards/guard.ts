import type { Entry, Status } from "../../../engine/internal.ts";
import type { DocumentParams } from "../documents/document-params.ts";

/** A version of a document that a write has created, changed or deleted, or whose relations it has. */
export interface GuardedChange {
  readonly uid: string;
  readonly documentId: string;
  readonly status: Status;
  /** Null for a type without locales. */
  readonly locale: string | null;
  /**
   * The version as it was, with its relations, files and components one level deep, and its `status` unless an attribute has
   * this name; null if the write has created it. Read when it is looked at, like `after`.
   */
  readonly before: Entry | null;
  /** The version with the write in it; null if the write has deleted it. */
  readonly after: Entry | null;
}

type Params = Omit<DocumentParams, "data">;

/** The content with the write in it, read at once: drafts by default, private attributes included. */
export interface GuardView {
  /** How many entries match `filters`. */
  count(type: string, filters?: object, params?: Params): number;
  findMany(type: string, params?: Params): readonly Entry[];
  findFirst(type: string, params?: Params): Entry | null;
  findOne(type: string, params: Params & { readonly documentId: string }): Entry | null;
}

/**
 * Decides whether a write may be: it throws to refuse it, and all of the write is taken back. It must be synchronous and
 * without effects: where several processes write, it may run several times for one write.
 */
export type Guard = (change: GuardedChange, view: GuardView) => void;

/** The changes that a guard wants to see. */
export interface GuardFilter {
  /** uids or singular names. Default: every type. */
  readonly types?: readonly string[];
}
