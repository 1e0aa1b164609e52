import type { ManyValuedIndex } from "../../indexes/many-valued-index.ts";
import type { OrderedIndex, Range } from "../../indexes/ordered/ordered-index.ts";
import type { TextIndex } from "../../indexes/text/text-index.ts";
import type { Sought } from "../../indexes/text/text-pages.ts";
import type { LinkEnd } from "../../state/links/relation.ts";
import type { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Status } from "../../values/version.ts";
import type { Ground } from "../ground.ts";
import type { Filter, Query } from "../query.ts";
import type { Walk } from "../run/walk.ts";
import type { Arrangement } from "./arrange.ts";
import type { Holders } from "./holders.ts";

/**
 * Rows that an index gives for a condition: data, with the indexes to ask. `rows` is how many there are, as counted or
 * estimated.
 */
export type Selection =
  | { readonly kind: "all"; readonly rows: number }
  /** Looked up by their ids. */
  | { readonly kind: "named"; readonly field: string; readonly slots: readonly number[]; readonly rows: number }
  | {
      readonly kind: "ranges";
      readonly field: string;
      readonly operator: string;
      readonly index: OrderedIndex;
      /** No row is in two of them, and they rise. */
      readonly ranges: readonly Range[];
      readonly rows: number;
    }
  /** One of the values that a row has there lies in the ranges. */
  | {
      readonly kind: "values";
      readonly field: string;
      readonly operator: string;
      readonly index: ManyValuedIndex;
      readonly ranges: readonly Range[];
      readonly rows: number;
    }
  | {
      readonly kind: "text";
      readonly field: string;
      readonly operator: string;
      readonly index: TextIndex;
      readonly sought: Sought;
      /** The rows that have it, where that is known without looking. */
      readonly known: PagedBitmap | null;
      readonly rows: number;
    }
  /** Linked to what is selected, and fulfils the rest, behind a relation. */
  | {
      readonly kind: "links";
      readonly attribute: string;
      /** What links to it: the rows themselves where it is null, or components that they hold. */
      readonly holders: Holders | null;
      readonly end: LinkEnd;
      readonly layer: Status;
      readonly far: Ground;
      readonly to: Selected;
      readonly rows: number;
    }
  /** A set that is kept of rows that are alike in something that is not in them. */
  | { readonly kind: "set"; readonly about: string; readonly set: PagedBitmap; readonly rows: number }
  | { readonly kind: "every" | "some"; readonly parts: readonly Selection[]; readonly rows: number }
  | { readonly kind: "except"; readonly part: Selection; readonly rows: number };

/** What has to be tested on each row. */
export type Conditions = Pick<Query, "filter" | "search" | "publicationFilter">;

/** The rows among which all matches are, and what is still to be tested on each: nothing when all of them match. */
export interface Selected {
  readonly selection: Selection;
  readonly rest: Conditions;
}

/** How the rows of one space are found. */
export type Plan =
  /** Rows come in the order asked for, until the page is full: all rows, or one range of the index that has the order. */
  | {
      readonly kind: "walk";
      readonly selected: Selected;
      readonly walk: Walk;
      /** Null: all of the index. */
      readonly range: Range | null;
      /** What is tested on each row come by. */
      readonly tested: Conditions;
      /** What tells the same of slots, so that no row is looked at; null where nothing does. */
      readonly sieve: Selection | null;
      /** Matches on all pages, where they are known without being looked for; null where nobody asks. */
      readonly total: number | null;
    }
  /** All matches are gathered and put in order. */
  | { readonly kind: "gather"; readonly selected: Selected; readonly arrangement: Arrangement };

/** How many rows a selection has, where that is known without gathering it. */
export function rowsKnown(selection: Selection): number | null {
  switch (selection.kind) {
    case "all":
    case "named":
    case "ranges":
    case "set":
      return selection.rows;
    case "except":
      return rowsKnown(selection.part) === null ? null : selection.rows;
    default:
      return null;
  }
}

/** Whether all rows of a selection match. */
export function isExact({ rest }: Selected): boolean {
  return isNothing(rest);
}

/** Whether there is nothing to be tested. */
export function isNothing({ filter, search, publicationFilter }: Conditions): boolean {
  return filter === null && search === null && publicationFilter === null;
}

/** What every row fulfils. */
export const NO_CONDITIONS: Conditions = { filter: null, search: null, publicationFilter: null };

/** A filter alone. */
export function filterOnly(filter: Filter): Conditions {
  return { filter, search: null, publicationFilter: null };
}

/** A plan in one line. */
export function describePlan(plan: Plan): string {
  const source = `${describeSelection(plan.selected.selection)}${isExact(plan.selected) ? "" : ", test each"}`;
  if (plan.kind === "gather") {
    return `${source}; gather, ${describeArrangement(plan.arrangement)}`;
  }
  const { walk, sieve, tested } = plan;
  const by = walk.index === null ? "id" : `index ${walk.index.order.name}`;
  const along = `walk by ${by}${walk.descending ? " down" : ""}`;
  if (sieve !== null) return `${along}, sift, for ${source}`;
  return isNothing(tested) ? `${source}; ${along}` : `${along}, test each, for ${source}`;
}

function describeArrangement({ keys, walk, groups, expected, from }: Arrangement): string {
  const by = keys.map((key) => [...key.path, key.field].join(".")).join(", ") || "id";
  return `sort${walk === null || expected < from ? "" : " or walk"}${groups === null ? "" : " or group"} by ${by}`;
}

function describeSelection(selection: Selection): string {
  const { rows } = selection;
  switch (selection.kind) {
    case "all":
      return `all ${rows} rows`;
    case "named":
      return `${rows} rows by ${selection.field}`;
    case "ranges":
      return `${rows} rows of index ${selection.field} ${selection.operator}`;
    case "values":
      return `about ${rows} rows of values ${selection.field} ${selection.operator}`;
    case "text":
      return `about ${rows} rows by text of ${selection.field} ${selection.operator}`;
    case "links": {
      const { selection: to, rest } = selection.to;
      const tested = rest.filter === null ? "" : ", test each";
      return `about ${rows} rows linked by ${selection.attribute} to (${describeSelection(to)}${tested})`;
    }
    case "set":
      return `${rows} rows ${selection.about}`;
    case "every":
    case "some": {
      const word = selection.kind === "every" ? "and" : "or";
      return `about ${rows} rows of (${selection.parts.map(describeSelection).join(` ${word} `)})`;
    }
    case "except":
      return `${rowsKnown(selection) === null ? "about " : ""}${rows} rows but for (${describeSelection(selection.part)})`;
  }
}
