import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import type { OrderPlan } from "./order-plan.ts";
import { probesFor } from "./probes.ts";
import { isExact, type Selected, type Selection } from "./selection.ts";

/** A posting list that is kept in the order of an index, and the test of which of its slots are selected. */
export interface PostingsPlan {
  readonly links: Extract<Selection, { kind: "links" }>;
  readonly index: OrderedIndex;
  readonly descending: boolean;
  /** Null where all of them are. */
  readonly rest: Selection | null;
}

/** Null where rows are selected by other things than links, or tested, or not sorted along an index. */
export function postingsPlanOf({ selection, ...selected }: Selected, { scan }: OrderPlan): PostingsPlan | null {
  if (!isExact({ selection, ...selected }) || scan === null || scan.index === null) return null;
  const parts = selection.kind === "every" ? selection.parts : [selection];
  const links = parts.find((part) => part.kind === "links");
  if (links === undefined || links.holders !== null) return null;
  const others = parts.filter((part) => part !== links);
  const rest: Selection | null = others.length === 0 ? null : { kind: "every", parts: others, rows: selection.rows };
  if (rest !== null && probesFor(rest, links.rows) === null) return null;
  return { links, index: scan.index, descending: scan.descending, rest };
}
