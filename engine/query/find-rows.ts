import type { Status } from "../document/version.ts";
import type { Range } from "../indexes/ordered-index.ts";
import { withScratch } from "../indexes/scratch.ts";
import { countSlots } from "../indexes/slot-set.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { Row } from "../state/row.ts";
import { arrange, seenIn } from "./arrange.ts";
import { gather } from "./gather.ts";
import { type Ground, groundOf, placeOfType } from "./ground.ts";
import { matcherOf } from "./matcher.ts";
import type { Plan } from "./plan.ts";
import { planOf, selectAll } from "./planner.ts";
import type { Query } from "./query.ts";
import type { Reading } from "./reading.ts";
import { type Seen, sorted } from "./sort.ts";
import type { Walk } from "./walk.ts";
import { weightOf } from "./weight.ts";

/** One page of matching rows in the query's order, and how many match in all where that was asked for. */
export interface FoundRows {
  readonly rows: readonly Seen<Row>[];
  readonly total: number | null;
}

/** The versions that a query asks for, by whatever way costs least; all ways give the same (promise P3). */
export function findRows(reading: Reading, query: Query): FoundRows {
  const grounds = groundsOf(reading, query);
  const [only] = grounds;
  return withScratch(() =>
    only === undefined || grounds.length > 1 ? findInAll(grounds, query) : runPlan(only, query, planOf(only, query)),
  );
}

/** The version of one document that a query asks for: null when it has no such version, or that does not match. */
export function findRow(reading: Reading, query: Query, documentId: string): Seen<Row> | null {
  const { state } = reading.sight;
  const type = state.shape.schema.type(query.type);
  const document = state.collection(query.type).find(documentId);
  if (document === undefined || query.page.start > 0) return null;
  // Asked for both versions of one document, the published one is the answer.
  for (const ground of groundsOf(reading, query).toReversed()) {
    const { status } = ground;
    const row = document[type.draftAndPublish ? status : "published"];
    if (row !== null && matcherOf(ground, query)?.(row) !== false) return { node: row, layer: status };
  }
  return null;
}

/** The rows that a query looks at, by the statuses in which it asks for versions. */
export function groundsOf(reading: Reading, query: Query): readonly Ground[] {
  const type = reading.sight.state.shape.schema.type(query.type);
  return statusesOf(type, query).map((status) => groundOf(reading, type, status));
}

/** Statuses in which the type has versions; without drafts it has published ones only. */
export function statusesOf(type: ContentType, query: Query): readonly Status[] {
  return type.draftAndPublish ? query.statuses : [query.statuses[0] ?? "published"];
}

/** The page that a plan leads to. */
function runPlan(ground: Ground, query: Query, plan: Plan): FoundRows {
  if (plan.kind === "walk") return { rows: walkFor(ground, query, plan), total: plan.total };
  const set = gather(ground, plan.selected);
  const { start, limit, withCount } = query.page;
  const count = countSlots(set);
  const total = withCount ? count : null;
  const stop = limit === null ? count : Math.min(count, start + limit);
  if (start >= stop) return { rows: [], total };
  return { rows: arrange(ground, set, count, plan.arrangement, start, stop), total };
}

/** Goes through the rows in order until the page is full. */
function walkFor(ground: Ground, { page }: Query, plan: Extract<Plan, { kind: "walk" }>): readonly Seen<Row>[] {
  const matches = matcherOf(ground, plan.tested);
  const { allowance } = ground.reading.sight;
  const weight = weightOf(plan.tested);
  const part = plan.tested.filter === null ? "_q" : "filters";
  const limit = page.limit ?? Number.POSITIVE_INFINITY;
  const rows: Seen<Row>[] = [];
  let passed = matches === null ? page.start : 0;
  const visit = (row: Row): boolean => {
    if (rows.length >= limit) return false;
    allowance.spend(weight, part);
    if (matches === null || (matches(row) && passed++ >= page.start)) rows.push({ node: row, layer: ground.status });
    return rows.length < limit;
  };
  walkAlong(ground, plan.walk, plan.range, matches === null ? passed : 0, visit);
  return rows;
}

function walkAlong(
  { space }: Ground,
  { index, descending }: Walk,
  range: Range | null,
  skipped: number,
  visit: (row: Row) => boolean,
): void {
  if (index === null) {
    space.each(skipped, visit);
    return;
  }
  const visitSlot = (slot: number): boolean => {
    const row = space.row(slot);
    return row === undefined || visit(row);
  };
  if (descending) index.eachDescending(range ?? index.all, skipped, visitSlot);
  else index.each(range ?? index.all, skipped, visitSlot);
}

/** The page of both drafts and published versions. */
function findInAll(grounds: readonly Ground[], query: Query): FoundRows {
  const found = grounds.flatMap((ground) => seenIn(ground, gather(ground, selectAll(ground, query))));
  const [ground] = grounds;
  const { start, limit, withCount } = query.page;
  const total = withCount ? found.length : null;
  if (ground === undefined) return { rows: [], total };
  const stop = limit === null ? found.length : start + limit;
  return { rows: firstOf(ground, query, found, start, stop), total };
}

function firstOf(
  { reading, type }: Ground,
  { sort }: Query,
  found: readonly Seen<Row>[],
  start: number,
  stop: number,
): readonly Seen<Row>[] {
  return sorted(reading.sight, placeOfType(type), sort, found, stop).slice(start, stop);
}
