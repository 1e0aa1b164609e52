import type { Range } from "../../indexes/ordered/index-order.ts";
import type { Conditions } from "../match/conditions.ts";
import type { OrderPlan } from "./order-plan.ts";
import type { OrderedScan } from "./ordered-scan.ts";
import type { PostingsPlan } from "./postings-plan.ts";
import type { Selected, Selection } from "./selection.ts";

/** How the rows of one space are found. */
export type Plan =
  /** Rows come in the order asked for, until the page is full: all rows, or one range of the index that has the order. */
  | {
      readonly kind: "ordered-scan";
      readonly selected: Selected;
      readonly scan: OrderedScan;
      /** Null: all of the index. */
      readonly range: Range | null;
      /** What is tested on each row come by. */
      readonly tested: Conditions;
      /** A test of slots with the same result, which reads no row; null where there is none. */
      readonly indexOnly: Selection | null;
      /** Matches on all pages, where they are known without being looked for; null where nobody asks. */
      readonly total: number | null;
    }
  /** All matches are collected and put in order. */
  | {
      readonly kind: "collect";
      readonly selected: Selected;
      readonly order: OrderPlan;
      /** What may have them in order already; null where nothing can. */
      readonly postings: PostingsPlan | null;
    };
