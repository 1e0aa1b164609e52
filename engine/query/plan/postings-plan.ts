import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import type { OrderPlan } from "./order-plan.ts";
import { probesFor } from "./probes.ts";
import { isExact, type Selected, type Selection } from "./selection.ts";

type Links = Extract<Selection, { kind: "links" }>;

/** Posting lists in the order of an index, with the test that selects their slots. */
export interface PostingsPlan {
  /** Every match is in one of these. */
  readonly links: readonly Links[];
  readonly index: OrderedIndex;
  readonly descending: boolean;
  /** Null if all of their slots are selected. */
  readonly rest: Selection | null;
}

/** Null if rows are selected by anything other than links, have residual conditions, or are not sorted by an index. */
export function postingsPlanOf(selected: Selected, { scan }: OrderPlan): PostingsPlan | null {
  if (!isExact(selected) || scan === null || scan.index === null) return null;
  const { selection } = selected;
  const parts = selection.kind === "every" ? selection.parts : [selection];
  const linked = parts.find((part) => linksOf(part) !== null);
  const links = linked === undefined ? null : linksOf(linked);
  if (linked === undefined || links === null) return null;
  const others = parts.filter((part) => part !== linked);
  const rest: Selection | null = others.length === 0 ? null : { kind: "every", parts: others, rows: selection.rows };
  if (rest !== null && probesFor(rest, linked.rows) === null) return null;
  return { links, index: scan.index, descending: scan.descending, rest };
}

/** The links that a selection consists of; null if it contains anything other than links of the rows themselves. */
function linksOf(selection: Selection): readonly Links[] | null {
  if (selection.kind === "links") return selection.holders === null ? [selection] : null;
  if (selection.kind !== "some") return null;
  const links = selection.parts.map(linksOf);
  return links.includes(null) ? null : links.flatMap((each) => each ?? []);
}
