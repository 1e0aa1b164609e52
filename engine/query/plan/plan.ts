import type { Range } from "../../indexes/ordered/index-order.ts";
import type { Conditions } from "../match/conditions.ts";
import type { Arrangement } from "./order-plan.ts";
import type { Walk } from "./ordered-scan.ts";
import type { Selected, Selection } from "./selection.ts";

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
