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
 * The rows that an index selects for a condition, as data that refers to indexes. `rows` is their exact or estimated
 * number.
 */
export type Selection =
  | { readonly kind: "all"; readonly rows: number }
  /** Found by their ids. */
  | { readonly kind: "named"; readonly field: string; readonly slots: readonly number[]; readonly rows: number }
  | {
      readonly kind: "ranges";
      readonly field: string;
      readonly operator: string;
      readonly index: OrderedIndex;
      /** Disjoint and in ascending order. */
      readonly ranges: readonly Range[];
      readonly rows: number;
    }
  /** One of the row's values at the path is in the ranges. */
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
      /** The rows that contain it, if they are known without a search. */
      readonly known: PagedBitmap | null;
      readonly rows: number;
    }
  /** Linked to selected rows behind a relation that meet the residual conditions. */
  | {
      readonly kind: "links";
      readonly attribute: string;
      /** The holders of the links: null for the rows themselves, otherwise components that they contain. */
      readonly holders: Holders | null;
      readonly end: LinkEnd;
      readonly layer: Layer;
      readonly far: RowSource;
      readonly to: Selected;
      /** Cache key of the condition on the far rows; null if their matches are not cached. */
      readonly condition: string | null;
      readonly rows: number;
    }
  /** A maintained set of rows that share a property not stored in them. */
  | { readonly kind: "set"; readonly about: string; readonly set: PagedBitmap; readonly rows: number }
  | { readonly kind: "every" | "some"; readonly parts: readonly Selection[]; readonly rows: number }
  | { readonly kind: "except"; readonly part: Selection; readonly rows: number };

/** The rows that contain all matches, and the residual conditions to test on each; without any, all of them match. */
export interface Selected {
  readonly selection: Selection;
  readonly residual: Conditions;
}

/** The number of rows in a selection, if it is known without collecting them. */
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
