import type { ManyValuedIndex } from "../../indexes/many-valued-index.ts";
import type { Range } from "../../indexes/ordered/index-order.ts";
import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import type { TextIndex } from "../../indexes/text/text-index.ts";
import type { Sought } from "../../indexes/text/text-pages.ts";
import type { LinkEnd } from "../../state/links/relation.ts";
import type { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Layer } from "../../values/version.ts";
import { type Conditions, isNothing } from "../match/conditions.ts";
import type { RowSource } from "../row-source.ts";
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
      readonly layer: Layer;
      readonly far: RowSource;
      readonly to: Selected;
      /** The condition on the far rows, where it is kept what fulfils it; null where it is not. */
      readonly condition: string | null;
      readonly rows: number;
    }
  /** A set that is kept of rows that are alike in something that is not in them. */
  | { readonly kind: "set"; readonly about: string; readonly set: PagedBitmap; readonly rows: number }
  | { readonly kind: "every" | "some"; readonly parts: readonly Selection[]; readonly rows: number }
  | { readonly kind: "except"; readonly part: Selection; readonly rows: number };

/** The rows among which all matches are, and what is still to be tested on each: nothing when all of them match. */
export interface Selected {
  readonly selection: Selection;
  readonly residual: Conditions;
}

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
export function isExact({ residual }: Selected): boolean {
  return isNothing(residual);
}

/** All rows that are not selected. */
export function exceptFor({ space }: RowSource, part: Selection): Selection {
  return { kind: "except", part, rows: Math.max(0, space.size - part.rows) };
}
