import { filterOnly, isNothing, NO_CONDITIONS } from "../match/conditions.ts";
import type { Filter } from "../query.ts";
import type { Ground } from "../row-source.ts";
import { rowCost, TEXT_IN_PAGE } from "./costs.ts";
import { looksFor } from "./probes.ts";
import { type ComponentPath, reachOf } from "./row-fields.ts";
import { selectComparison } from "./select-comparison.ts";
import { selectLinked } from "./select-linked.ts";
import { exceptFor, isExact, type Selected, type Selection } from "./selection.ts";

/**
 * The rows that indexes give for a filter, or for its opposite, and what is left to be tested on them. The opposite holds
 * where the filter is false, not where it is unknown.
 */
export function select(ground: Ground, filter: Filter, negated = false, path: ComponentPath = []): Selected {
  switch (filter.kind) {
    case "not":
      return select(ground, filter.filter, !negated, path);
    case "and":
    case "or": {
      const parts = filter.filters.map((each) => partOf(ground, each, negated, path));
      return (filter.kind === "and") !== negated ? everyOf(ground, parts) : someOf(ground, parts);
    }
    case "compare": {
      return selectComparison(ground, filter, negated, path) ?? unselected(ground, wholeOf(filter, negated));
    }
    case "related":
      return selectRelated(ground, filter, negated, path);
  }
}

/** One of several conditions, with what indexes give for it. */
export interface Part {
  readonly selected: Selected;
  /** The whole condition. */
  readonly whole: Selected["rest"];
}

/**
 * The rows that fulfil all conditions: those that one of them leaves are tested for others where that takes less time, and
 * compared with the sets of the rest.
 */
export function everyOf(ground: Ground, parts: readonly Part[]): Selected {
  const { size } = ground.space;
  const [first] = parts;
  if (first === undefined) return { selection: { kind: "all", rows: size }, rest: NO_CONDITIONS };
  if (parts.length === 1) return first.selected;
  let best = first;
  for (const part of parts) if (rowsOf(part) < rowsOf(best)) best = part;
  const candidates = rowsOf(best);
  const compared: Selection[] = [];
  if (best.selected.selection.kind !== "all") compared.push(best.selected.selection);
  let { rest } = best.selected;
  for (const part of parts) {
    if (part === best) continue;
    const { selected, whole } = part;
    const isTested = isSoonerTested(ground, selected.selection, candidates);
    rest = both(rest, isTested ? whole : selected.rest);
    if (!isTested && selected.selection.kind !== "all") compared.push(selected.selection);
  }
  return { selection: inEvery(compared, size), rest };
}

/** What is in each of some selections. */
function inEvery(parts: readonly Selection[], size: number): Selection {
  const [only] = parts;
  if (only === undefined) return { kind: "all", rows: size };
  if (parts.length === 1) return only;
  let share = 1;
  for (const { rows } of parts) share *= rows / Math.max(1, size);
  return { kind: "every", parts, rows: Math.round(share * size) };
}

/** Whether so many candidates are looked at in less time than it takes to make a set of all rows that are selected. */
function isSoonerTested(ground: Ground, selection: Selection, candidates: number): boolean {
  const { size } = ground.space;
  const few = ground.reading.sight.state.shape.limits.fewCandidates;
  if (looksFor(selection, candidates) !== null) return false;
  if (candidates <= few) return true;
  if (selection.kind !== "text" || candidates > few + (size * TEXT_IN_PAGE) / rowCost(size)) return false;
  return selection.index.isNew(selection.sought);
}

function partOf(ground: Ground, filter: Filter, negated: boolean, path: ComponentPath): Part {
  return {
    selected: select(ground, filter, negated, path),
    whole: filterOnly(wholeOf(filter, negated)),
  };
}

/** The rows that fulfil one of the conditions: to be had only where an index serves each. */
function someOf(ground: Ground, parts: readonly Part[]): Selected {
  const { size } = ground.space;
  const selections = parts.map(({ selected }) => selected.selection);
  const rows = Math.min(
    size,
    selections.reduce((sum, each) => sum + each.rows, 0),
  );
  const isServed = selections.every(({ kind }) => kind !== "all");
  const selection: Selection = isServed ? { kind: "some", parts: selections, rows } : { kind: "all", rows: size };
  if (isServed && parts.every(({ selected }) => isExact(selected))) return { selection, rest: NO_CONDITIONS };
  const filters = parts.flatMap(({ whole }) => whole.filter ?? []);
  return { selection, rest: filterOnly({ kind: "or", filters }) };
}

function selectRelated(
  ground: Ground,
  filter: Extract<Filter, { kind: "related" }>,
  negated: boolean,
  path: ComponentPath,
): Selected {
  const none = negated && ground.reading.negation === "none";
  const whole = wholeOf(filter, negated);
  // What holds of none behind one of many components says nothing of the others.
  if (none && reachOf(ground, path) === "many") return unselected(ground, whole);
  const found = selectBehind(ground, filter, negated && !none, path);
  if (found === null || found.selection.kind === "all") return unselected(ground, whole);
  if (!none) return isExact(found) ? found : { ...found, rest: filterOnly(whole) };
  if (!isExact(found)) return unselected(ground, whole);
  return { selection: exceptFor(ground, found.selection), rest: NO_CONDITIONS };
}

/** The rows with something behind an attribute that fulfils a filter. */
function selectBehind(
  ground: Ground,
  { attribute, filter }: Extract<Filter, { kind: "related" }>,
  negated: boolean,
  path: ComponentPath,
): Selected | null {
  const behind = [...path, attribute];
  const reach = reachOf(ground, behind);
  if (reach === null) return selectLinked(ground, path, attribute, wholeOf(filter, negated));
  const found = select(ground, filter, negated, behind);
  // Several conditions must hold of one and the same of many components: rows may have one for each.
  if (reach === "one" || isOfOne(filter, negated)) return found;
  return { ...found, rest: filterOnly(filter) };
}

/** Whether something fulfils a filter as soon as it fulfils one of the comparisons in it. */
function isOfOne(filter: Filter, negated: boolean): boolean {
  switch (filter.kind) {
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

function unselected({ space }: Ground, filter: Filter): Selected {
  return { selection: { kind: "all", rows: space.size }, rest: filterOnly(filter) };
}

function wholeOf(filter: Filter, negated: boolean): Filter {
  return negated ? { kind: "not", filter } : filter;
}

function rowsOf({ selected }: Part): number {
  return selected.selection.rows;
}

function both(one: Selected["rest"], other: Selected["rest"]): Selected["rest"] {
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
