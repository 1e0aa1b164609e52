import type { Status } from "../document/version.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { Row } from "../state/row.ts";
import { type Candidates, candidatesFor, indexedField, placeOfType, spaceOf } from "./candidates.ts";
import { fieldAt } from "./place.ts";
import type { Plan, Source } from "./plan.ts";
import { predicateOf } from "./predicate.ts";
import { passesPublication } from "./publication.ts";
import type { Query, SortKey } from "./query.ts";
import type { Reading } from "./reading.ts";
import { searchOf } from "./search.ts";
import { type Seen, sorted } from "./sort.ts";

/** One page of matching rows in the query's order, and how many match in all where that was asked for. */
export interface FoundRows {
  readonly rows: readonly Seen<Row>[];
  readonly total: number | null;
  readonly plan: Plan;
}

/** A question to one space: what a query asks of the versions in one status. */
interface Asked {
  readonly reading: Reading;
  readonly query: Query;
  readonly type: ContentType;
  readonly status: Status;
  /** Null when every row matches. */
  readonly matches: ((row: Row) => boolean) | null;
  readonly candidates: Candidates | null;
}

/** The versions that a query asks for, by whatever way costs least; all ways give the same (promise P3). */
export function findRows(reading: Reading, query: Query): FoundRows {
  const type = reading.sight.state.shape.schema.type(query.type);
  const asked = statusesOf(type, query).map((status) => ask(reading, query, type, status));
  const [only] = asked;
  if (only === undefined || asked.length > 1) return collectFrom(asked, query);
  return walkInOrder(only) ?? collectFrom(asked, query);
}

/** The version of one document that a query asks for: null when it has no such version, or that does not match. */
export function findRow(reading: Reading, query: Query, documentId: string): Seen<Row> | null {
  const { state } = reading.sight;
  const type = state.shape.schema.type(query.type);
  const document = state.collection(query.type).find(documentId);
  if (document === undefined || query.page.start > 0) return null;
  // Asked for both versions of one document, the published one is the answer.
  for (const status of [...statusesOf(type, query)].reverse()) {
    const row = document[type.draftAndPublish ? status : "published"];
    if (row !== null && matcherOf(reading, query, status)(row)) return { node: row, layer: status };
  }
  return null;
}

/** Whether one version matches the query. */
export function matcherOf(reading: Reading, query: Query, status: Status): (row: Row) => boolean {
  const type = reading.sight.state.shape.schema.type(query.type);
  return matchesOf(reading, query, type, status) ?? (() => true);
}

/** Statuses in which the type has versions; without drafts it has published ones only. */
export function statusesOf(type: ContentType, query: Query): readonly Status[] {
  return type.draftAndPublish ? query.statuses : [query.statuses[0] ?? "published"];
}

function ask(reading: Reading, query: Query, type: ContentType, status: Status): Asked {
  const candidates = query.filter === null ? null : candidatesFor(reading, type, status, query.filter);
  return { reading, query, type, status, matches: matchesOf(reading, query, type, status), candidates };
}

/** All conditions of a query on a row that is seen in this status. */
function matchesOf(reading: Reading, query: Query, type: ContentType, status: Status): ((row: Row) => boolean) | null {
  const { sight, negation } = reading;
  const place = placeOfType(type);
  const tests: ((row: Row) => boolean)[] = [];
  if (query.filter !== null) {
    const filter = predicateOf(sight, place, query.filter, negation);
    tests.push((row) => filter(row, status));
  }
  if (query.search !== null) {
    const search = searchOf(sight, place, query.search);
    tests.push((row) => search(row, status));
  }
  const { publicationFilter } = query;
  if (publicationFilter !== null && type.draftAndPublish) {
    const collection = sight.state.collection(type.uid);
    tests.push((row) => {
      const document = collection.document(row.document);
      return document !== undefined && passesPublication(publicationFilter, row.status, document);
    });
  }
  const [only] = tests;
  if (only === undefined) return null;
  return tests.length === 1 ? only : (row) => tests.every((test) => test(row));
}

/** The conditions are no more than the filter, and the candidates are its matches exactly. */
function isExact({ query, candidates, matches }: Asked): boolean {
  if (matches === null) return true;
  return candidates?.exact === true && query.search === null && query.publicationFilter === null;
}

/** What testing a row costs, in rows that are only gathered. */
const TEST_COST = 4;

/**
 * Goes through the rows in the order asked for until the page is full. Null when that is not to be had, or the page would
 * be full too late: when few rows match, or their number has to be found out by looking at each.
 */
function walkInOrder(asked: Asked): FoundRows | null {
  const { reading, query, type, status, candidates, matches } = asked;
  const { page, sort } = query;
  const space = spaceOf(reading, type, status);
  const count = countOf(asked);
  if (page.limit === null || (page.withCount && count === null)) return null;
  const wanted = page.start + page.limit;
  const walk = walkOf(asked, sort);
  if (walk === null) return null;
  const test = walk.onlyMatches ? null : matches;
  const estimate = count ?? candidates?.source.rows ?? space.size;
  const steps = walk.onlyMatches ? wanted : (wanted * space.size) / Math.max(1, estimate);
  const cost = steps * (test === null ? 1 : TEST_COST);
  if (candidates !== null && cost > estimate * (isExact(asked) ? 1 : TEST_COST)) return null;
  const rows: Seen<Row>[] = [];
  let passed = 0;
  walk.each((row) => {
    if (test !== null && !test(row)) return true;
    if (passed++ >= page.start) rows.push({ node: row, layer: status });
    return passed < wanted;
  });
  const source: Source =
    walk.onlyMatches && candidates !== null ? candidates.source : { kind: "all", rows: space.size };
  const plan: Plan = { source, tested: test !== null, order: { kind: "walk", by: walk.by } };
  return { rows, total: page.withCount ? count : null, plan };
}

/** How many rows match, where that is known without looking at them. */
function countOf(asked: Asked): number | null {
  const { reading, type, status, candidates, matches } = asked;
  if (matches === null) return spaceOf(reading, type, status).size;
  if (!isExact(asked) || candidates === null) return null;
  return candidates.source.kind === "union" ? null : candidates.source.rows;
}

interface Walk {
  readonly by: string;
  /** Nothing but matches is come by. */
  readonly onlyMatches: boolean;
  each(visit: (row: Row) => boolean): void;
}

/** The rows in the order of the sort keys, if they are kept in that order. */
function walkOf(asked: Asked, sort: readonly SortKey[]): Walk | null {
  const { reading, type, status, candidates, matches } = asked;
  const space = spaceOf(reading, type, status);
  const [key] = sort;
  if (key === undefined) return { by: "id", onlyMatches: matches === null, each: (visit) => space.each(visit) };
  if (sort.length > 1 || key.path.length > 0) return null;
  const field = fieldAt(reading.sight.state.shape, placeOfType(type), key.field);
  const index = space.index(indexedField(key.field, field));
  if (index === null) return null;
  // The filter's own range, where it is one of the index that has the order.
  const own = candidates?.range?.index === index ? candidates.range.range : null;
  const range = own ?? index.all;
  return {
    by: `index ${key.field} ${key.direction}`,
    onlyMatches: matches === null || (own !== null && isExact(asked)),
    each: (visit) => (key.direction === "asc" ? index.each(range, visit) : index.eachDescending(range, visit)),
  };
}

/** Gathers every match, and picks the page out of them. */
function collectFrom(all: readonly Asked[], query: Query): FoundRows {
  const found: Seen<Row>[] = [];
  for (const asked of all) {
    const { reading, type, status, candidates, matches } = asked;
    const test = isExact(asked) ? null : matches;
    const keep = (row: Row): boolean => {
      if (test === null || test(row)) found.push({ node: row, layer: status });
      return true;
    };
    if (candidates === null) spaceOf(reading, type, status).each(keep);
    else candidates.each(keep);
  }
  return { rows: pick(all, query, found), total: query.page.withCount ? found.length : null, plan: planOf(all, query) };
}

function pick(all: readonly Asked[], query: Query, found: Seen<Row>[]): readonly Seen<Row>[] {
  const { start, limit } = query.page;
  const [asked] = all;
  if (asked === undefined) return [];
  const stop = limit === null ? found.length : start + limit;
  const inOrder = sorted(asked.reading.sight, placeOfType(asked.type), query.sort, found, stop);
  return inOrder.slice(start, stop);
}

function planOf(all: readonly Asked[], query: Query): Plan {
  const sources = all.map(({ reading, type, status, candidates }): Source => {
    return candidates?.source ?? { kind: "all", rows: spaceOf(reading, type, status).size };
  });
  const [only] = sources;
  const rows = sources.reduce((sum, source) => sum + source.rows, 0);
  const source: Source = only !== undefined && sources.length === 1 ? only : { kind: "union", sources, rows };
  const by = query.sort.map((key) => [...key.path, key.field].join(".")).join(", ") || "id";
  return { source, tested: !all.every(isExact), order: { kind: "collect", by } };
}
