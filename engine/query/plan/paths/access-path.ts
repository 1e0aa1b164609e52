import { filterOnly, isNothing, NO_CONDITIONS } from "../../match/conditions.ts";
import type { Filter } from "../../query.ts";
import type { RowSource } from "../../row-source.ts";
import { rowCost, TEXT_IN_PAGE } from "../costs.ts";
import { probesFor } from "../probes.ts";
import { type ComponentPath, reachOf } from "../row-fields.ts";
import { exceptFor, isExact, type Selected, type Selection } from "../selection.ts";
import { accessPathForComparison } from "./comparison-path.ts";
import { accessPathForLinks } from "./linked-path.ts";

/**
 * The rows that indexes select for a filter or for its negation, with the residual conditions to test on them. The
 * negation is true where the filter is false, not where it is unknown.
 */
export function accessPathFor(source: RowSource, filter: Filter, negated = false, path: ComponentPath = []): Selected {
  switch (filter.kind) {
    case "not":
      return accessPathFor(source, filter.filter, !negated, path);
    case "and":
    case "or": {
      const parts = partsOf(source, filter.filters, negated, path);
      return (filter.kind === "and") !== negated ? everyOf(source, parts) : someOf(source, parts);
    }
    case "compare": {
      return accessPathForComparison(source, filter, negated, path) ?? unselected(source, wholeOf(filter, negated));
    }
    case "related":
      return selectRelated(source, filter, negated, path);
    case "absent":
      return unselected(source, wholeOf(filter, negated));
  }
}

/** One of several conditions, with what indexes select for it. */
export interface Part {
  readonly selected: Selected;
  /** The whole condition. */
  readonly whole: Selected["residual"];
}

/**
 * The rows that meet all conditions. The rows that the most selective one leaves are tested for another condition if
 * that takes less time than building its set; the sets of the remaining conditions are intersected.
 */
export function everyOf(source: RowSource, parts: readonly Part[]): Selected {
  const { size } = source.space;
  const [first] = parts;
  if (first === undefined) return { selection: { kind: "all", rows: size }, residual: NO_CONDITIONS };
  if (parts.length === 1) return first.selected;
  let best = first;
  // By number, here and below: iterators would be a twentieth of the garbage of an answer.
  for (let at = 1; at < parts.length; at++) if (rowsOf(parts[at] as Part) < rowsOf(best)) best = parts[at] as Part;
  const candidates = rowsOf(best);
  const compared: Selection[] = [];
  if (best.selected.selection.kind !== "all") compared.push(best.selected.selection);
  let { residual } = best.selected;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as Part;
    if (part === best) continue;
    const { selected, whole } = part;
    const isTested = isSoonerTested(source, selected.selection, candidates);
    residual = both(residual, isTested ? whole : selected.residual);
    if (!isTested && selected.selection.kind !== "all") compared.push(selected.selection);
  }
  return { selection: inEvery(compared, size), residual };
}

/** The intersection of some selections. */
function inEvery(parts: readonly Selection[], size: number): Selection {
  const [only] = parts;
  if (only === undefined) return { kind: "all", rows: size };
  if (parts.length === 1) return only;
  let share = 1;
  for (let at = 0; at < parts.length; at++) share *= (parts[at] as Selection).rows / Math.max(1, size);
  return { kind: "every", parts, rows: Math.round(share * size) };
}

/** Whether testing this many candidates takes less time than building the set of all selected rows. */
function isSoonerTested(source: RowSource, selection: Selection, candidates: number): boolean {
  const { size } = source.space;
  const few = source.context.view.state.shape.limits.fewCandidates;
  if (probesFor(selection, candidates) !== null) return false;
  if (candidates <= few) return true;
  if (selection.kind !== "text" || candidates > few + (size * TEXT_IN_PAGE) / rowCost(size)) return false;
  const { index, sought } = selection;
  if (!index.isNew(sought)) return false;
  source.context.view.demand.whenDone(() => index.noteAsked(sought));
  return true;
}

function partsOf(
  source: RowSource,
  filters: readonly Filter[],
  negated: boolean,
  path: ComponentPath,
): readonly Part[] {
  return filters.map((filter) => ({
    selected: accessPathFor(source, filter, negated, path),
    whole: filterOnly(wholeOf(filter, negated)),
  }));
}

/** The rows that meet one of the conditions: possible only if an index serves each of them. */
function someOf(source: RowSource, parts: readonly Part[]): Selected {
  const { size } = source.space;
  const selections = parts.map(({ selected }) => selected.selection);
  const rows = Math.min(
    size,
    selections.reduce((sum, each) => sum + each.rows, 0),
  );
  const isServed = selections.every(({ kind }) => kind !== "all");
  const selection: Selection = isServed ? { kind: "some", parts: selections, rows } : { kind: "all", rows: size };
  if (isServed && parts.every(({ selected }) => isExact(selected))) return { selection, residual: NO_CONDITIONS };
  const filters = parts.flatMap(({ whole }) => whole.filter ?? []);
  return { selection, residual: filterOnly({ kind: "or", filters }) };
}

function selectRelated(
  source: RowSource,
  filter: Extract<Filter, { kind: "related" }>,
  negated: boolean,
  path: ComponentPath,
): Selected {
  const none = negated && source.context.negation === "none";
  const whole = wholeOf(filter, negated);
  // A condition that fails for one of many components says nothing about the others.
  if (none && reachOf(source, path) === "many") return unselected(source, whole);
  const found = selectBehind(source, filter, negated && !none, path);
  if (found === null || found.selection.kind === "all") return unselected(source, whole);
  if (!none) return isExact(found) ? found : { ...found, residual: filterOnly(whole) };
  if (!isExact(found)) return unselected(source, whole);
  return { selection: exceptFor(source, found.selection), residual: NO_CONDITIONS };
}

/** The rows with an entry or component behind an attribute that meets a filter. */
function selectBehind(
  source: RowSource,
  { attribute, filter }: Extract<Filter, { kind: "related" }>,
  negated: boolean,
  path: ComponentPath,
): Selected | null {
  const behind = [...path, attribute];
  const reach = reachOf(source, behind);
  if (reach === null) return accessPathForLinks(source, path, attribute, wholeOf(filter, negated));
  const found = accessPathFor(source, filter, negated, behind);
  // Several conditions must hold for the same one of many components; a row may have a different one for each.
  if (reach === "one" || isOfOne(filter, negated)) return found;
  return { ...found, residual: filterOnly(filter) };
}

/** Whether meeting a single comparison in the filter is enough to meet the filter. */
function isOfOne(filter: Filter, negated: boolean): boolean {
  switch (filter.kind) {
    case "absent":
    case "compare":
      return true;
    case "not":
      return isOfOne(filter.filter, !negated);
    case "related":
      return isOfOne(filter.filter, negated);
    case "and":
    case "or":
      if (filter.filters.length > 1 && (filter.kind === "and") !== negated) return false;
      return filter.filters.every((part) => isOfOne(part, negated));
  }
}

function unselected({ space }: RowSource, filter: Filter): Selected {
  return { selection: { kind: "all", rows: space.size }, residual: filterOnly(filter) };
}

function wholeOf(filter: Filter, negated: boolean): Filter {
  return negated ? { kind: "not", filter } : filter;
}

function rowsOf({ selected }: Part): number {
  return selected.selection.rows;
}

function both(one: Selected["residual"], other: Selected["residual"]): Selected["residual"] {
  if (isNothing(one)) return other;
  if (isNothing(other)) return one;
  const filters = [one.filter, other.filter].filter((filter) => filter !== null);
  const [first = null] = filters;
  return {
    filter: filters.length > 1 ? { kind: "and", filters } : first,
    search: one.search ?? other.search,
    publicationFilter: one.publicationFilter ?? other.publicationFilter,
  };
}
