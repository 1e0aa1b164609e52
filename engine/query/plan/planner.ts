import { filterOnly, NO_CONDITIONS } from "../match/conditions.ts";
import type { Query, SortKey } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { probeCost, rowCost, setCost, stepCost } from "./costs.ts";
import { orderPlanOf } from "./order-plan.ts";
import { type OrderedScan, orderedScanOf } from "./ordered-scan.ts";
import { accessPathFor, everyOf, type Part } from "./paths/access-path.ts";
import { accessPathForPublication } from "./paths/publication-path.ts";
import { accessPathForSearch } from "./paths/search-path.ts";
import type { Plan } from "./plan.ts";
import { postingsPlanOf } from "./postings-plan.ts";
import { probesFor } from "./probes.ts";
import { isWithinRow } from "./row-fields.ts";
import { isExact, rowsKnown, type Selected, type Selection } from "./selection.ts";

/**
 * The cheapest plan for the page of a query. The indexes provide the selectivity of its conditions, and costs.ts the
 * time of each step. No row is read.
 */
export function planOf(source: RowSource, query: Query): Plan {
  const selected = accessPathForQuery(source, query);
  return scanPlan(source, query, selected) ?? collectPlan(source, query, selected);
}

/** A selection that contains all matches of a query. */
export function accessPathForQuery(source: RowSource, { filter, search, publicationFilter }: Query): Selected {
  if (filter !== null && search === null && publicationFilter === null) return accessPathFor(source, filter);
  const parts: Part[] = [];
  const add = (selected: Selected, whole: Part["whole"]) => parts.push({ selected, whole });
  if (filter !== null) add(accessPathFor(source, filter), filterOnly(filter));
  if (search !== null) add(accessPathForSearch(source, search), { ...NO_CONDITIONS, search });
  if (publicationFilter !== null) {
    add(accessPathForPublication(source, publicationFilter), { ...NO_CONDITIONS, publicationFilter });
  }
  return everyOf(source, parts);
}

/** Null if no index has the order, or scanning it takes longer than collecting all matches. */
function scanPlan(source: RowSource, query: Query, selected: Selected): Plan | null {
  const { page, sort } = query;
  const { selection } = selected;
  const known = isExact(selected) ? rowsKnown(selection) : null;
  if (page.limit === null || (page.withCount && known === null)) return null;
  const wanted = page.start + page.limit;
  const total = page.withCount ? known : null;
  if (selection.kind === "ranges" && isExact(selected)) {
    const own = ownScan(source, selection, sort);
    const range = selection.ranges[0] ?? null;
    if (own !== null)
      return { kind: "ordered-scan", selected, scan: own, range, tested: NO_CONDITIONS, indexOnly: null, total };
  }
  const { size } = source.space;
  const isWhole = selection.kind === "all" && isExact(selected);
  const steps = isWhole ? wanted : (wanted * size) / Math.max(1, selection.rows);
  const probes = isWhole || !isExact(selected) ? null : probesFor(selection, steps);
  const step = probes === null ? rowCost(size) : probes * probeCost(size);
  if (!isWhole && steps * step > collectCost(source, selected, wanted)) return null;
  const scan = orderedScanOf(source, sort);
  if (scan === null) return null;
  const tested = isWhole ? NO_CONDITIONS : query;
  return {
    kind: "ordered-scan",
    selected,
    scan,
    range: null,
    tested,
    indexOnly: probes === null ? null : selection,
    total,
  };
}

function collectPlan(source: RowSource, { page, sort }: Query, selected: Selected): Plan {
  const stop = page.limit === null ? null : page.start + page.limit;
  // How many rows contain a text is not known before the search.
  const expected = selected.selection.kind === "text" ? source.space.size : selected.selection.rows;
  const order = orderPlanOf(source, sort, page.start, stop, expected, selected.selection);
  return { kind: "collect", selected, order, postings: postingsPlanOf(selected, order) };
}

/** The cost of collecting all selected rows and finding `wanted` of them in order. */
function collectCost({ space }: RowSource, selected: Selected, wanted: number): number {
  const { size } = space;
  const { rows, kind } = selected.selection;
  const looked = rows * rowCost(size);
  const set = kind === "named" ? looked : setCost(size);
  return set + (isExact(selected) ? Math.min(looked, (wanted * size * stepCost(size)) / Math.max(1, rows)) : looked);
}

/** The index of a selection, if it also has the requested order. */
function ownScan(
  source: RowSource,
  selection: Extract<Selection, { kind: "ranges" }>,
  sort: readonly SortKey[],
): OrderedScan | null {
  const [key] = sort;
  if (key === undefined || sort.length > 1 || selection.ranges.length !== 1) return null;
  if (!isWithinRow(source, key.path) || selection.index.order.name !== [...key.path, key.field].join(".")) return null;
  return { index: selection.index, descending: key.direction === "desc" };
}
