import { filterOnly, NO_CONDITIONS } from "../match/conditions.ts";
import type { Query, SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { rowCost, setCost, siftCost, stepCost } from "./costs.ts";
import { arrangementOf } from "./order-plan.ts";
import { type Walk, walkOf } from "./ordered-scan.ts";
import type { Plan } from "./plan.ts";
import { looksFor } from "./probes.ts";
import { isWithinRow } from "./row-fields.ts";
import { everyOf, type Part, select } from "./select.ts";
import { selectPublication } from "./select-publication.ts";
import { selectSearch } from "./select-search.ts";
import { isExact, rowsKnown, type Selected, type Selection } from "./selection.ts";

/** The way to the page of a query that costs least, as far as can be told without looking at rows. */
export function planOf(source: RowSource, query: Query): Plan {
  const selected = selectAll(source, query);
  return walkPlan(source, query, selected) ?? gatherPlan(source, query, selected);
}

/** The rows among which all matches of a query are. */
export function selectAll(source: RowSource, { filter, search, publicationFilter }: Query): Selected {
  const parts: Part[] = [];
  const add = (selected: Selected, whole: Part["whole"]) => parts.push({ selected, whole });
  if (filter !== null) add(select(source, filter), filterOnly(filter));
  if (search !== null) add(selectSearch(source, search), { ...NO_CONDITIONS, search });
  if (publicationFilter !== null) {
    add(selectPublication(source, publicationFilter), { ...NO_CONDITIONS, publicationFilter });
  }
  return everyOf(source, parts);
}

/** Null where the order cannot be walked along, or only in more time than it takes to gather all matches. */
function walkPlan(source: RowSource, query: Query, selected: Selected): Plan | null {
  const { page, sort } = query;
  const { selection } = selected;
  const known = isExact(selected) ? rowsKnown(selection) : null;
  if (page.limit === null || (page.withCount && known === null)) return null;
  const wanted = page.start + page.limit;
  const total = page.withCount ? known : null;
  if (selection.kind === "ranges" && isExact(selected)) {
    const own = ownWalk(source, selection, sort);
    const range = selection.ranges[0] ?? null;
    if (own !== null) return { kind: "walk", selected, walk: own, range, tested: NO_CONDITIONS, sieve: null, total };
  }
  const { size } = source.space;
  const isWhole = selection.kind === "all" && isExact(selected);
  const steps = isWhole ? wanted : (wanted * size) / Math.max(1, selection.rows);
  const looks = isWhole || !isExact(selected) ? null : looksFor(selection, steps);
  const step = looks === null ? rowCost(size) : looks * siftCost(size);
  if (!isWhole && steps * step > gatherCost(source, selected, wanted)) return null;
  const walk = walkOf(source, sort);
  if (walk === null) return null;
  const tested = isWhole ? NO_CONDITIONS : query;
  return { kind: "walk", selected, walk, range: null, tested, sieve: looks === null ? null : selection, total };
}

function gatherPlan(source: RowSource, { page, sort }: Query, selected: Selected): Plan {
  const stop = page.limit === null ? null : page.start + page.limit;
  // How many rows have a text is not known for certain before it has been looked for.
  const expected = selected.selection.kind === "text" ? source.space.size : selected.selection.rows;
  return {
    kind: "gather",
    selected,
    arrangement: arrangementOf(source, sort, page.start, stop, expected, selected.selection),
  };
}

/** To gather all that is selected, and to find so many of it in order. */
function gatherCost({ space }: RowSource, selected: Selected, wanted: number): number {
  const { size } = space;
  const { rows, kind } = selected.selection;
  const looked = rows * rowCost(size);
  const set = kind === "named" ? looked : setCost(size);
  return set + (isExact(selected) ? Math.min(looked, (wanted * size * stepCost(size)) / Math.max(1, rows)) : looked);
}

/** The index of a selection, where it has the order asked for too. */
function ownWalk(
  source: RowSource,
  selection: Extract<Selection, { kind: "ranges" }>,
  sort: readonly SortKey[],
): Walk | null {
  const [key] = sort;
  if (key === undefined || sort.length > 1 || selection.ranges.length !== 1) return null;
  const name = [...key.path, key.field].join(".");
  if (selection.index.order.name !== name || !isWithinRow(source, key.path)) return null;
  return { index: selection.index, descending: key.direction === "desc" };
}
