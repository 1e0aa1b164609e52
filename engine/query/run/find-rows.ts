import { Suspension } from "../../indexes/building/suspension.ts";
import { countSlots } from "../../indexes/slot-set.ts";
import type { ContentType } from "../../schema/content-type.ts";
import { statusIn } from "../../state/links/link-sets.ts";
import { withScratch } from "../../structures/bits/scratch.ts";
import type { Row } from "../../values/row.ts";
import { type Layer, layerOf, localeOf } from "../../values/version.ts";
import { matcherOf } from "../match/matcher.ts";
import { sorted } from "../match/sort.ts";
import type { Plan } from "../plan/plan.ts";
import { planOf } from "../plan/planner.ts";
import { positionOfType, type VisibleNode } from "../position.ts";
import type { Filter, Query } from "../query.ts";
import type { ReadContext } from "../read-context.ts";
import { type RowRef, type RowSource, rowAt, rowSourceOf } from "../row-source.ts";
import { collect } from "./collect.ts";
import { orderRows } from "./order-rows.ts";
import { runPostings } from "./run-postings.ts";
import { runScan } from "./run-scan.ts";
import { scanLinked } from "./scan-linked.ts";

/** One page of matching rows in the query's order, and the number of all matches if it was requested. */
export interface FoundRows {
  readonly rows: readonly RowRef[];
  readonly total: number | null;
}

/** The slots of one page, and the number of all matches if it was requested. */
interface FoundSlots {
  readonly slots: readonly number[];
  readonly total: number | null;
}

/** The values made from the rows of one page. */
interface MappedPage<T> {
  readonly items: readonly T[];
  readonly total: number | null;
}

/** The versions that a query selects, by the cheapest plan; all plans give the same result (promise P3). */
export function findRows(context: ReadContext, query: Query): FoundRows {
  const { items, total } = mapRows(context, query, (source, slots) => slots.map((slot) => ({ source, slot })));
  return { rows: items, total };
}

/** Like `findRows`, with what `make` returns for the rows in some slots. */
export function mapRows<T>(
  context: ReadContext,
  query: Query,
  make: (source: RowSource, slots: readonly number[]) => readonly T[],
): MappedPage<T> {
  const sources = rowSourcesOf(context, query);
  const { simdWords } = context.view.state.shape.limits;
  const [only] = sources;
  if (only === undefined || sources.length > 1) {
    const { rows, total } = withScratch(simdWords, () => findInAll(sources, query));
    return { items: rows.flatMap(({ source, slot }) => make(source, [slot])), total };
  }
  const { slots, total } = withScratch(simdWords, () => findSlots(only, query));
  return { items: make(only, slots), total };
}

/** The version of one document that a query selects; null if there is no such version, or it does not match. */
export function findRow(context: ReadContext, query: Query, documentId: string): RowRef | null {
  const { state } = context.view;
  const type = state.shape.schema.type(query.type);
  if (query.page.start > 0) return null;
  const sources = rowSourcesOf(context, query);
  // If both versions of a document are requested, the published one is returned.
  const inOrder = query.fallsBack === true || query.locales === "all";
  for (const source of inOrder ? sources : sources.toReversed()) {
    const row = state.collection(query.type).in(source.layer).find(documentId)?.[statusIn(source.layer, type)];
    if (row && matcherOf(source, query)?.(row) !== false) return { source, slot: row.slot };
  }
  return null;
}

/** The rows that a query reads, in each requested layer. */
export function rowSourcesOf(context: ReadContext, query: Query): readonly RowSource[] {
  const type = context.view.state.shape.schema.type(query.type);
  return layersAsked(context, type, query).map((layer) => rowSourceOf(context, type, layer));
}

/** The layers of a type that a query requests; a type without drafts or locales has no others. */
function layersAsked({ view }: ReadContext, type: ContentType, query: Query): readonly Layer[] {
  const statuses = type.draftAndPublish ? query.statuses : [query.statuses[0] ?? "published"];
  const { locales } = query;
  if (locales === undefined || type.locale === null) return statuses;
  const codes = locales === "all" ? [null, ...(view.state.collection(type.uid).localeCodes() ?? [])] : locales;
  return codes.flatMap((code) => statuses.map((status) => layerOf(status, code === type.locale ? null : code)));
}

/**
 * The page of a query. The first one that lacks an index reads its rows, in slices if it may be suspended; the others wait for the
 * index, and so does one that is refused without: with indexes it may be allowed. `goesOn`: after the rows of other layers.
 */
function findSlots(source: RowSource, query: Query, goesOn = false): FoundSlots {
  const { work, demand } = source.context.view;
  const { left } = work;
  demand.begin(query, goesOn);
  try {
    const found = runPlan(source, query, planOf(source, query));
    demand.done();
    return found;
  } catch (error) {
    if (!demand.isUnmet || error instanceof Suspension) throw error;
    if (demand.suspends) demand.suspend();
  } finally {
    demand.end();
    // Indexes may have begun to build what speeds up their queries.
    if (source.space.indexes.isBuilding) demand.later();
  }
  work.restore(left);
  return demand.waitFor(() => runPlan(source, query, planOf(source, query)));
}

/** Runs a plan and returns its page. */
function runPlan(source: RowSource, query: Query, plan: Plan): FoundSlots {
  if (plan.kind === "ordered-scan") return { slots: runScan(source, query.page, plan), total: plan.total };
  const { postings } = plan;
  const listed =
    postings && (runPostings(source, postings, plan.selected, query.page) ?? scanLinked(source, postings, query.page));
  if (listed !== null) return listed;
  const set = collect(source, plan.selected);
  const { start, limit, withCount } = query.page;
  const count = countSlots(set);
  const total = withCount ? count : null;
  const stop = limit === null ? count : Math.min(count, start + limit);
  if (start >= stop) return { slots: [], total };
  return { slots: orderRows(source, set, count, plan.order, start, stop), total };
}

/** The page over several layers: every row on it is among the first ones of its layer. */
function findInAll(sources: readonly RowSource[], query: Query): FoundRows {
  const { start, limit, withCount } = query.page;
  const first: Query = { ...query, page: { ...query.page, start: 0, limit: limit === null ? null : start + limit } };
  const found = sources.map((source, at) => {
    const own = query.fallsBack === true ? withoutLocalesBefore(first, source) : first;
    return { source, ...findSlots(source, own, at > 0) };
  });
  const rows = found.flatMap(({ source, slots }) => slots.map((slot) => rowAt({ source, slot })));
  const total = withCount ? found.reduce((sum, each) => sum + (each.total ?? 0), 0) : null;
  return { rows: firstOf(sources, query, rows, start, limit === null ? rows.length : start + limit), total };
}

/** The query restricted to documents that exist in no locale before the locale of these rows. */
function withoutLocalesBefore(query: Query, { type, layer }: RowSource): Query {
  const codes = query.locales === "all" ? [] : (query.locales ?? []);
  const before = codes.slice(0, codes.indexOf(localeOf(layer) ?? type.locale ?? ""));
  if (before.length === 0) return query;
  const others: Filter = { kind: "absent", locales: before };
  return { ...query, filter: query.filter === null ? others : { kind: "and", filters: [query.filter, others] } };
}

function firstOf(
  sources: readonly RowSource[],
  { sort }: Query,
  found: readonly VisibleNode<Row>[],
  start: number,
  stop: number,
): readonly RowRef[] {
  const [first] = sources;
  if (first === undefined) return [];
  const inOrder = sorted(first.context.view, positionOfType(first.type), sort, found, stop);
  return inOrder.slice(start, stop).map(({ node, layer }) => {
    const source = sources.find((each) => each.layer === layer) ?? first;
    return { source, slot: node.slot };
  });
}
