import type { Range } from "../../indexes/ordered/index-order.ts";
import type { Conditions } from "../match/conditions.ts";
import type { OrderPlan } from "./order-plan.ts";
import type { OrderedScan } from "./ordered-scan.ts";
import type { PostingsPlan } from "./postings-plan.ts";
import type { Selected, Selection } from "./selection.ts";

/** How the rows of one space are found. */
export type Plan =
  /** Scans rows in the requested order until the page is full: all rows, or one range of the index with that order. */
  | {
      readonly kind: "ordered-scan";
      readonly selected: Selected;
      readonly scan: OrderedScan;
      /** Null: the whole index. */
      readonly range: Range | null;
      /** The conditions tested on each scanned row. */
      readonly tested: Conditions;
      /** An equivalent test of slots that reads no rows; null if there is none. */
      readonly indexOnly: Selection | null;
      /** Matches on all pages, if they are known in advance; null if they are not requested. */
      readonly total: number | null;
    }
  /** Collects all matches and orders them. */
  | {
      readonly kind: "collect";
      readonly selected: Selected;
      readonly order: OrderPlan;
      /** Posting lists that may be in the requested order already; null if there are none. */
      readonly postings: PostingsPlan | null;
    };
