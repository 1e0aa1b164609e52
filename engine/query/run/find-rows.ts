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

/** One page of matching rows in the query's order, and how many match in all where that was asked for. */
export interface FoundRows {
  readonly rows: readonly RowRef[];
  readonly total: number | null;
}

/** The slots of one page, and how many rows match in all where that was asked for. */
interface FoundSlots {
  readonly slots: readonly number[];
  readonly total: number | null;
}

/** What was made of the rows of one page. */
interface Mapped<T> {
  readonly items: readonly T[];
  readonly total: number | null;
}

/** The versions that a query asks for, by whatever way costs least; all ways give the same (promise P3). */
export function findRows(context: ReadContext, query: Query): FoundRows {
  const { items, total } = mapRows(context, query, ({ source, slot }) => ({ source, slot }));
  return { rows: items, total };
}

/** The same, with what `make` makes of each row. It must not keep the reference, which may be the same for all rows. */
export function mapRows<T>(context: ReadContext, query: Query, make: (row: RowRef) => T): Mapped<T> {
  const sources = rowSourcesOf(context, query);
  const { simdWords } = context.view.state.shape.limits;
  const [only] = sources;
  if (only === undefined || sources.length > 1) {
    const { rows, total } = withScratch(simdWords, () => findInAll(sources, query));
    return { items: rows.map(make), total };
  }
  const { slots, total } = withScratch(simdWords, () => runPlan(only, query, planOf(only, query)));
  // One for each row would be a tenth of what an answer leaves to the garbage collector.
  const row = { source: only, slot: 0 };
  const items = slots.map((slot) => {
    row.slot = slot;
    return make(row);
  });
  return { items, total };
}

/** The version of one document that a query asks for: null when it has no such version, or that does not match. */
export function findRow(context: ReadContext, query: Query, documentId: string): RowRef | null {
  const { state } = context.view;
  const type = state.shape.schema.type(query.type);
  if (query.page.start > 0) return null;
  const sources = rowSourcesOf(context, query);
  // Asked for both versions of one document, the published one is the answer.
  const inOrder = query.fallsBack === true || query.locales === "all";
  for (const source of inOrder ? sources : sources.toReversed()) {
    const row = state.collection(query.type).in(source.layer).find(documentId)?.[statusIn(source.layer, type)];
    if (row && matcherOf(source, query)?.(row) !== false) return { source, slot: row.slot };
  }
  return null;
}

/** The rows that a query looks at, by the layers in which it asks for versions. */
export function rowSourcesOf(context: ReadContext, query: Query): readonly RowSource[] {
  const type = context.view.state.shape.schema.type(query.type);
  return layersAsked(context, type, query).map((layer) => rowSourceOf(context, type, layer));
}

/** Layers in which a query asks for versions of its type; without drafts or locales it has no others to ask for. */
function layersAsked({ view }: ReadContext, type: ContentType, query: Query): readonly Layer[] {
  const statuses = type.draftAndPublish ? query.statuses : [query.statuses[0] ?? "published"];
  const { locales } = query;
  if (locales === undefined || type.locale === null) return statuses;
  const codes = locales === "all" ? [null, ...(view.state.collection(type.uid).localeCodes() ?? [])] : locales;
  return codes.flatMap((code) => statuses.map((status) => layerOf(status, code === type.locale ? null : code)));
}

/** The page that a plan leads to. */
function runPlan(source: RowSource, query: Query, plan: Plan): FoundSlots {
  if (plan.kind === "ordered-scan") return { slots: runScan(source, query.page, plan), total: plan.total };
  const listed = plan.postings === null ? null : runPostings(source, plan.postings, plan.selected, query.page);
  if (listed !== null) return listed;
  const set = collect(source, plan.selected);
  const { start, limit, withCount } = query.page;
  const count = countSlots(set);
  const total = withCount ? count : null;
  const stop = limit === null ? count : Math.min(count, start + limit);
  if (start >= stop) return { slots: [], total };
  return { slots: orderRows(source, set, count, plan.order, start, stop), total };
}

/** The page of the rows in several layers: it is among the first ones of each. */
function findInAll(sources: readonly RowSource[], query: Query): FoundRows {
  const { start, limit, withCount } = query.page;
  const first: Query = { ...query, page: { ...query.page, start: 0, limit: limit === null ? null : start + limit } };
  const found = sources.map((source) => {
    const own = query.fallsBack === true ? withoutLocalesBefore(first, source) : first;
    return { source, ...runPlan(source, own, planOf(source, own)) };
  });
  const rows = found.flatMap(({ source, slots }) => slots.map((slot) => rowAt({ source, slot })));
  const total = withCount ? found.reduce((sum, each) => sum + (each.total ?? 0), 0) : null;
  return { rows: firstOf(sources, query, rows, start, limit === null ? rows.length : start + limit), total };
}

/** The query about documents that are in none of the locales before that of some rows. */
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
