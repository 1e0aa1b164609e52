import type { Status } from "../document/version.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { DocumentRows } from "../state/collection.ts";
import type { Row } from "../state/row.ts";
import type { Output } from "./output.ts";
import { pageOf } from "./page.ts";
import type { Place } from "./place.ts";
import { predicateOf } from "./predicate.ts";
import { projectionOf } from "./project.ts";
import { passesPublication } from "./publication.ts";
import type { Query } from "./query.ts";
import type { Reading } from "./reading.ts";
import { searchOf } from "./search.ts";
import { type Seen, sorted } from "./sort.ts";

export interface Found<T> {
  readonly entries: readonly T[];
  /** Matches on all pages; null when they were not asked to be counted. */
  readonly total: number | null;
}

/** The entries that a query asks for, in the form of the output. Never fails: the query has been checked. */
export function findMany<T>(reading: Reading, output: Output<T>, query: Query): Found<T> {
  const place = placeOf(reading, query);
  const rows = matches(reading, query);
  const ordered = query.sort.length === 0 ? rows : sorted(reading.sight, place, query.sort, rows);
  const project = projectionOf(reading, output, place, query.select);
  const entries = pageOf(query.page, ordered).map(({ node, layer }) => project(node, layer));
  return { entries, total: query.page.withCount ? rows.length : null };
}

/** How many versions match, whatever the page. */
export function count(reading: Reading, query: Query): number {
  return matches(reading, query).length;
}

/** The first match in the query's order. */
export function findFirst<T>(reading: Reading, output: Output<T>, query: Query): T | null {
  const first: Query = { ...query, page: { style: "offset", start: 0, limit: 1, withCount: false } };
  return findMany(reading, output, first).entries[0] ?? null;
}

/** One document by its documentId: null when it has no such version, or that does not match. */
export function findOne<T>(reading: Reading, output: Output<T>, query: Query, documentId: string): T | null {
  const type = reading.sight.state.shape.schema.type(query.type);
  const document = reading.sight.state.collection(query.type).find(documentId);
  if (document === undefined) return null;
  const passes = matcherOf(reading, query);
  // Asked for both versions of one document, the published one is the answer.
  for (const status of [...statusesOf(type, query)].reverse()) {
    const row = document[status];
    if (row === null || !passes(row)) continue;
    return projectionOf(reading, output, placeOf(reading, query), query.select)(row, layerOf(type, row, query));
  }
  return null;
}

/** Matching versions in order of their ids. */
function matches(reading: Reading, query: Query): Seen<Row>[] {
  const { state } = reading.sight;
  const type = state.shape.schema.type(query.type);
  const passes = matcherOf(reading, query);
  const found: Seen<Row>[] = [];
  const statuses = statusesOf(type, query);
  for (const status of statuses) {
    state.collection(type.uid).spaces[status].each((row) => {
      if (passes(row)) found.push({ node: row, layer: layerOf(type, row, query) });
      return undefined;
    });
  }
  if (statuses.length > 1) found.sort((left, right) => left.node.id - right.node.id);
  return found;
}

/** A type without drafts has published versions only. */
function statusesOf(type: ContentType, query: Query): readonly Status[] {
  return type.draftAndPublish ? query.statuses : ["published"];
}

/** What is seen behind a version: versions like itself; behind a document without drafts, those of the query's status. */
function layerOf(type: ContentType, row: Row, query: Query): Status {
  return type.draftAndPublish ? row.status : (query.statuses[0] ?? "published");
}

function placeOf(reading: Reading, query: Query): Place {
  const model = reading.sight.state.shape.schema.type(query.type);
  return { model, draftAndPublish: model.draftAndPublish };
}

function matcherOf(reading: Reading, query: Query): (row: Row) => boolean {
  const { sight, negation } = reading;
  const place = placeOf(reading, query);
  const type = sight.state.shape.schema.type(query.type);
  const collection = sight.state.collection(query.type);
  const filter = query.filter === null ? null : predicateOf(sight, place, query.filter, negation);
  const search = query.search === null ? null : searchOf(sight, place, query.search);
  const publication = type.draftAndPublish ? query.publicationFilter : null;
  return (row) => {
    const layer = layerOf(type, row, query);
    if (filter !== null && !filter(row, layer)) return false;
    if (search !== null && !search(row, layer)) return false;
    return publication === null || passesPublication(publication, row.status, documentOf(collection, row));
  };
}

function documentOf(collection: { document(number: number): DocumentRows | undefined }, row: Row): DocumentRows {
  return (
    collection.document(row.document) ?? {
      number: row.document,
      documentId: row.documentId,
      draft: null,
      published: row,
    }
  );
}
