import { countSlots } from "../../indexes/slot-set.ts";
import type { ContentType } from "../../schema/content-type.ts";
import { withScratch } from "../../structures/bits/scratch.ts";
import type { Row } from "../../values/row.ts";
import type { Status } from "../../values/version.ts";
import { matcherOf } from "../match/matcher.ts";
import { sorted } from "../match/sort.ts";
import type { Plan } from "../plan/plan.ts";
import { planOf, selectAll } from "../plan/planner.ts";
import type { Seen } from "../position.ts";
import type { Query } from "../query.ts";
import type { Reading } from "../read-context.ts";
import { type Ground, groundOf, placeOfType, type RowPlace } from "../row-source.ts";
import { gather } from "./gather.ts";
import { arrange, seenIn } from "./order-rows.ts";
import { runWalk } from "./run-walk.ts";

/** One page of matching rows in the query's order, and how many match in all where that was asked for. */
export interface FoundRows {
  readonly places: readonly RowPlace[];
  readonly total: number | null;
}

/** The versions that a query asks for, by whatever way costs least; all ways give the same (promise P3). */
export function findRows(reading: Reading, query: Query): FoundRows {
  const grounds = groundsOf(reading, query);
  const [only] = grounds;
  return withScratch(reading.sight.state.shape.limits.vectorWords, () =>
    only === undefined || grounds.length > 1 ? findInAll(grounds, query) : runPlan(only, query, planOf(only, query)),
  );
}

/** The version of one document that a query asks for: null when it has no such version, or that does not match. */
export function findRow(reading: Reading, query: Query, documentId: string): RowPlace | null {
  const { state } = reading.sight;
  const type = state.shape.schema.type(query.type);
  const document = state.collection(query.type).find(documentId);
  if (document === undefined || query.page.start > 0) return null;
  // Asked for both versions of one document, the published one is the answer.
  for (const ground of groundsOf(reading, query).toReversed()) {
    const row = document[type.draftAndPublish ? ground.status : "published"];
    if (row !== null && matcherOf(ground, query)?.(row) !== false) return { ground, slot: row.slot };
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
  if (plan.kind === "walk") return { places: placesIn(ground, runWalk(ground, query.page, plan)), total: plan.total };
  const set = gather(ground, plan.selected);
  const { start, limit, withCount } = query.page;
  const count = countSlots(set);
  const total = withCount ? count : null;
  const stop = limit === null ? count : Math.min(count, start + limit);
  if (start >= stop) return { places: [], total };
  return { places: placesIn(ground, arrange(ground, set, count, plan.arrangement, start, stop)), total };
}

function placesIn(ground: Ground, slots: readonly number[]): readonly RowPlace[] {
  return slots.map((slot) => ({ ground, slot }));
}

/** The page of both drafts and published versions. */
function findInAll(grounds: readonly Ground[], query: Query): FoundRows {
  const found = grounds.flatMap((ground) => seenIn(ground, gather(ground, selectAll(ground, query))));
  const { start, limit, withCount } = query.page;
  const total = withCount ? found.length : null;
  const stop = limit === null ? found.length : start + limit;
  return { places: firstOf(grounds, query, found, start, stop), total };
}

function firstOf(
  grounds: readonly Ground[],
  { sort }: Query,
  found: readonly Seen<Row>[],
  start: number,
  stop: number,
): readonly RowPlace[] {
  const [first] = grounds;
  if (first === undefined) return [];
  const inOrder = sorted(first.reading.sight, placeOfType(first.type), sort, found, stop);
  return inOrder.slice(start, stop).map(({ node, layer }) => {
    const ground = grounds.find(({ status }) => status === layer) ?? first;
    return { ground, slot: node.slot };
  });
}
