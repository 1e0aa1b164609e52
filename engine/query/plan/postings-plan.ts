import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import type { OrderPlan } from "./order-plan.ts";
import { probesFor } from "./probes.ts";
import { isExact, type Selected, type Selection } from "./selection.ts";

type Links = Extract<Selection, { kind: "links" }>;

/** Posting lists that are kept in the order of an index, and the test of which of their slots are selected. */
export interface PostingsPlan {
  /** One of them leads to each row. */
  readonly links: readonly Links[];
  readonly index: OrderedIndex;
  readonly descending: boolean;
  /** Null where all of them are. */
  readonly rest: Selection | null;
}

/** Null where rows are selected by other things than links, or tested, or not sorted along an index. */
export function postingsPlanOf({ selection, ...selected }: Selected, { scan }: OrderPlan): PostingsPlan | null {
  if (!isExact({ selection, ...selected }) || scan === null || scan.index === null) return null;
  const parts = selection.kind === "every" ? selection.parts : [selection];
  const linked = parts.find((part) => linksOf(part) !== null);
  const links = linked === undefined ? null : linksOf(linked);
  if (linked === undefined || links === null) return null;
  const others = parts.filter((part) => part !== linked);
  const rest: Selection | null = others.length === 0 ? null : { kind: "every", parts: others, rows: selection.rows };
  if (rest !== null && probesFor(rest, linked.rows) === null) return null;
  return { links, index: scan.index, descending: scan.descending, rest };
}

/** What a selection consists of, if that is nothing but links of the rows themselves. */
function linksOf(selection: Selection): readonly Links[] | null {
  if (selection.kind === "links") return selection.holders === null ? [selection] : null;
  if (selection.kind !== "some") return null;
  const links = selection.parts.map(linksOf);
  return links.includes(null) ? null : links.flatMap((each) => each ?? []);
}
