import { orderBy } from "../indexes/field-ranges.ts";
import type { IndexOrder } from "../indexes/ordered-index.ts";
import type { Row } from "../state/row.ts";
import { fieldOf, type Ground, isWithinRow } from "./ground.ts";
import { isExact, NO_CONDITIONS, type Plan, rowsKnown, type Selected, type Selection, type Walk } from "./plan.ts";
import type { Query, SortKey } from "./query.ts";
import { everyOf, type Part, select } from "./select.ts";
import { selectPublication } from "./select-publication.ts";
import { selectSearch } from "./select-search.ts";

/** The way to the page of a query that costs least, as far as can be told without looking at rows. */
export function planOf(ground: Ground, query: Query): Plan {
  const selected = selectAll(ground, query);
  return walkPlan(ground, query, selected) ?? gatherPlan(ground, query, selected);
}

/** The rows among which all matches of a query are. */
export function selectAll(ground: Ground, { filter, search, publicationFilter }: Query): Selected {
  const parts: Part[] = [];
  const add = (selected: Selected, whole: Part["whole"]) => parts.push({ selected, whole });
  if (filter !== null) add(select(ground, filter), { ...NO_CONDITIONS, filter });
  if (search !== null) add(selectSearch(ground, search), { ...NO_CONDITIONS, search });
  if (publicationFilter !== null) {
    add(selectPublication(ground, publicationFilter), { ...NO_CONDITIONS, publicationFilter });
  }
  return everyOf(ground, parts);
}

// Costs in nanoseconds, as measured with a million rows: they decide between ways that give the same.
const STEP = 3;
const TEST = 80;
const PICK = 100;
const SET = 10_000;
const SET_SLOT = 0.1;

/** Null where the order cannot be walked along, or only in more time than it takes to gather all matches. */
function walkPlan(ground: Ground, query: Query, selected: Selected): Plan | null {
  const { page, sort } = query;
  const { selection } = selected;
  const known = isExact(selected) ? rowsKnown(selection) : null;
  if (page.limit === null || (page.withCount && known === null)) return null;
  const wanted = page.start + page.limit;
  const total = page.withCount ? known : null;
  if (selection.kind === "ranges" && isExact(selected)) {
    const own = ownWalk(ground, selection, sort);
    const range = selection.ranges[0] ?? null;
    if (own !== null) return { kind: "walk", selected, walk: own, range, tested: NO_CONDITIONS, total };
  }
  const isWhole = selection.kind === "all" && isExact(selected);
  const { size } = ground.space;
  const steps = isWhole ? wanted : (wanted * size) / Math.max(1, selection.rows);
  if (!isWhole && steps * TEST > gatherCost(ground, selected)) return null;
  const walk = walkOf(ground, sort);
  const tested = isWhole ? NO_CONDITIONS : query;
  return walk === null ? null : { kind: "walk", selected, walk, range: null, tested, total };
}

function gatherPlan(ground: Ground, query: Query, selected: Selected): Plan {
  const { page, sort } = query;
  const { size } = ground.space;
  const wanted = page.start + (page.limit ?? size);
  // Where sorting the matches costs as much as walking along all rows until enough of them have been met.
  const walkFrom = Math.ceil(Math.sqrt((wanted * size * STEP) / PICK));
  const mayWalk = page.limit !== null && (selected.selection.kind === "text" || selected.selection.rows >= walkFrom);
  const walk = mayWalk ? walkOf(ground, sort) : null;
  return { kind: "gather", selected, by: nameOf(sort), walk, walkFrom };
}

function gatherCost({ space }: Ground, selected: Selected): number {
  const { rows, kind } = selected.selection;
  const isList = kind === "named" || rows * 64 < space.size;
  const set = isList ? rows * PICK : SET + space.size * SET_SLOT;
  return isExact(selected) ? set : set + rows * TEST;
}

/** The index of a selection, where it has the order asked for too. */
function ownWalk(
  ground: Ground,
  selection: Extract<Selection, { kind: "ranges" }>,
  sort: readonly SortKey[],
): Walk | null {
  const [key] = sort;
  if (key === undefined || sort.length > 1 || selection.ranges.length !== 1) return null;
  const name = [...key.path, key.field].join(".");
  if (selection.index.order.name !== name || !isWithinRow(ground, key.path)) return null;
  return { by: `index ${name}`, index: selection.index, descending: key.direction === "desc" };
}

/** The order of the sort keys as one that rows are kept in; null over relations, and where there are few rows. */
function walkOf(ground: Ground, sort: readonly SortKey[]): Walk | null {
  const [first] = sort;
  if (first === undefined) return { by: "id", index: null, descending: false };
  if (!sort.every((key) => isWithinRow(ground, key.path))) return null;
  const descending = first.direction === "desc";
  const index = ground.space.indexes.ordered(orderOfKeys(ground, sort), ground.space.size);
  return index === null ? null : { by: `index ${index.order.name}`, index, descending };
}

/** The order of some keys, or the very opposite of it, so that the first one ascends. */
function orderOfKeys(ground: Ground, sort: readonly SortKey[]): IndexOrder {
  const [first] = sort;
  const keys = sort.map(({ path, field, direction }) => {
    const sign = direction === first?.direction ? 1 : -1;
    return { sign, ...orderBy(fieldOf(ground, path, field)) };
  });
  const [only] = keys;
  if (only !== undefined && keys.length === 1) return only;
  const order: IndexOrder<Row> = {
    name: keys.map(({ sign, name }) => (sign === 1 ? name : `-${name}`)).join(","),
    keyOf: (row) => row,
    compare: (left, right) => {
      for (const { sign, keyOf, compare } of keys) {
        const order = compare(keyOf(left), keyOf(right));
        if (order !== 0) return sign * order;
      }
      return 0;
    },
  };
  return order;
}

function nameOf(sort: readonly SortKey[]): string {
  return sort.map((key) => [...key.path, key.field].join(".")).join(", ") || "id";
}
