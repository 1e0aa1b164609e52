import { type Layer, localeOf, type VersionRecord } from "../values/version.ts";

/**
 * One resolved effect as plain JSON data: applying it needs no clock, no randomness and no second validation.
 *
 * A version is named by its documentId and a layer: its status, followed by a colon and its locale unless that is the
 * default one (`draft`, `published:fr`).
 *
 * A relation is named by its owning end, `<uid>.<attribute>`, with the uid of a content type or component. Links are in
 * layers of the same names: a link in layer `draft` connects drafts, one in `published:fr` connects the published
 * versions in French. A link of a document without drafts or without locales is in several layers. `source` is the
 * documentId of the owning document, or the numeric id of the owning component; `target` is a documentId.
 */
export type Change =
  | { readonly kind: "put"; readonly type: string; readonly status: Layer; readonly version: VersionRecord }
  | { readonly kind: "remove"; readonly type: string; readonly status: Layer; readonly documentId: string }
  | {
      readonly kind: "link";
      readonly relation: string;
      readonly layer: Layer;
      readonly source: string | number;
      readonly target: string;
      /** Place in the source's list and in the target's list. Fractions are allowed, equal places are not. */
      readonly order: readonly [inSource: number, inTarget: number];
    }
  | {
      readonly kind: "unlink";
      readonly relation: string;
      readonly layer: Layer;
      readonly source: string | number;
      readonly target: string;
    }
  /** The highest numeric id assigned so far to a content type or component: ids are never reused. */
  | { readonly kind: "sequence"; readonly of: string; readonly last: number }
  /** From now on, only nodes whose content types have this fingerprint write to the shared log. */
  | { readonly kind: "schema"; readonly fingerprint: string }
  /**
   * Clears everything, including the last numeric ids, except the fingerprints of content types. The rest of the commit
   * creates the state anew.
   */
  | { readonly kind: "clear" };

export type ChangeOf<K extends Change["kind"]> = Extract<Change, { readonly kind: K }>;

/** An atomic list of changes. A snapshot is a single commit that turns an empty state into a whole one. */
export interface Commit {
  /** Commit number: dense, the first is 1. */
  readonly number: number;
  /** Time of the commit in epoch milliseconds; never before the previous commit, unless this one clears the state. */
  readonly at: number;
  readonly changes: readonly Change[];
  /**
   * Format number, if it is not 1: 2 has changes in locales other than the default one, 3 has fingerprints of content
   * types, 4 says what the changes mean (`causes`).
   */
  readonly format?: 2 | 3 | 4;
  /** The events of documents, in order. Applying the commit ignores this and the next two. */
  readonly causes?: readonly Cause[];
  /** Who wrote it; absent if that is not known. */
  readonly by?: Author;
  /** The caller's name for the write, under which it takes effect once. */
  readonly key?: string;
}

export type CauseEvent = "create" | "update" | "delete" | "publish" | "unpublish" | "draft-discard";

/** An event of a document in one locale. */
export interface Cause {
  readonly event: CauseEvent;
  readonly type: string;
  readonly documentId: string;
  /** As it is stored; absent for the default one. */
  readonly locale?: string;
  /** The versions that were removed, the draft first: of `delete` and `unpublish`. */
  readonly was?: readonly VersionRecord[];
}

/** Who wrote a commit: a visitor, a signed-in user by id, an API token by name, the program, or a schedule. */
export interface Author {
  readonly kind: "public" | "user" | "token" | "process" | "schedule";
  readonly name?: string;
  /** The write was scheduled by them, and done later. */
  readonly via?: "schedule";
  /** How many webhooks in a row led to the request, as its header `X-Galley-Hop` says; absent for none. */
  readonly hop?: number;
}

/** The meaning of a commit, as a recording transaction knows it. */
export type Meaning = Pick<Commit, "causes" | "by" | "key">;

/** A commit with the format number that it needs. */
export function commitOf(number: number, at: number, changes: readonly Change[], meaning?: Meaning): Commit {
  if (meaning !== undefined) return { number, at, format: 4, changes, ...meaning };
  if (changes.some(({ kind }) => kind === "schema")) return { number, at, format: 3, changes };
  return changes.some(isInLocale) ? { number, at, format: 2, changes } : { number, at, changes };
}

/** Whether a change is in a locale other than the default one. */
function isInLocale(change: Change): boolean {
  if (change.kind === "put" || change.kind === "remove") return localeOf(change.status) !== null;
  return (change.kind === "link" || change.kind === "unlink") && localeOf(change.layer) !== null;
}
