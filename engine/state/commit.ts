import { type Layer, localeOf, type VersionRecord } from "../values/version.ts";

/**
 * One resolved effect, plain JSON data: applying it needs no clock, no randomness and no second validation.
 *
 * A version is named by its documentId and a layer: its status, with its locale behind a colon unless that is the default
 * one (`draft`, `published:fr`).
 *
 * A relation is named by its owning end, `<uid>.<attribute>`: a content type's uid or a component's. Links live in layers
 * of the same names, one for each version that a document can show: a link in layer `draft` connects drafts, one in
 * `published:fr` the published versions in French; a document without drafts or without locales belongs to several.
 * `source` is the documentId of the owning document, or the numeric id of the owning component; `target` is a
 * documentId.
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
      /** Place in the source's list and in the target's list; fractions are allowed, equal places are not. */
      readonly order: readonly [inSource: number, inTarget: number];
    }
  | {
      readonly kind: "unlink";
      readonly relation: string;
      readonly layer: Layer;
      readonly source: string | number;
      readonly target: string;
    }
  /** The highest numeric id given out so far for a content type or component: ids are never used again. */
  | { readonly kind: "sequence"; readonly of: string; readonly last: number }
  /** Nodes of a shared log with content types of this fingerprint write from now on, and no others. */
  | { readonly kind: "schema"; readonly fingerprint: string }
  /**
   * Everything goes, numeric ids given out included, but for what is said of content types: what follows in the commit makes
   * the state anew.
   */
  | { readonly kind: "clear" };

export type ChangeOf<K extends Change["kind"]> = Extract<Change, { readonly kind: K }>;

/** An atomic list of changes. A snapshot is the one commit that makes a whole state out of an empty one. */
export interface Commit {
  /** Commit number: dense, the first is 1. */
  readonly number: number;
  /** Time of the commit in epoch milliseconds; never less than that of the commit before, unless it clears. */
  readonly at: number;
  readonly changes: readonly Change[];
  /**
   * Number of its form, where that is not the first: 2 has changes in locales other than the default one, 3 says which
   * content types write.
   */
  readonly format?: 2 | 3;
}

/** A commit in the form that its changes need. */
export function commitOf(number: number, at: number, changes: readonly Change[]): Commit {
  if (changes.some(({ kind }) => kind === "schema")) return { number, at, format: 3, changes };
  return changes.some(isInLocale) ? { number, at, format: 2, changes } : { number, at, changes };
}

/** Whether a change is in another locale than the default one. */
function isInLocale(change: Change): boolean {
  if (change.kind === "put" || change.kind === "remove") return localeOf(change.status) !== null;
  return (change.kind === "link" || change.kind === "unlink") && localeOf(change.layer) !== null;
}
