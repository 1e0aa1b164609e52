import type { OrderedIndex } from "../../indexes/ordered/ordered-index.ts";
import type { OrderPlan } from "./order-plan.ts";
import { probesFor } from "./probes.ts";
import { isExact, type Selected, type Selection } from "./selection.ts";

type Links = Extract<Selection, { kind: "links" }>;
type Every = Extract<Selection, { kind: "every" | "some" }>;

/** Posting lists in the order of an index, with the test that selects their slots. */
export interface PostingsPlan {
  /** Every match is in one of these relations' lists. */
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
  const { index, descending } = scan;
  if (selection.kind !== "every") {
    const links = linksOf(selection);
    return links && { links, index, descending, rest: null };
  }
  for (const part of selection.parts) {
    const links = linksOf(part);
    if (links === null) continue;
    const rest = withoutPart(selection, part);
    return probesFor(rest, part.rows) === null ? null : { links, index, descending, rest };
  }
  return null;
}

/** The intersection of the other parts. */
function withoutPart({ parts, rows }: Every, part: Selection): Selection {
  return { kind: "every", parts: parts.toSpliced(parts.indexOf(part), 1), rows };
}

/** The links that a selection consists of; null if it contains anything other than links of the rows themselves. */
function linksOf(selection: Selection): readonly Links[] | null {
  if (selection.kind === "links") return selection.holders === null ? [selection] : null;
  if (selection.kind !== "some") return null;
  const links = selection.parts.map(linksOf);
  return links.includes(null) ? null : links.flatMap((each) => each ?? []);
}
