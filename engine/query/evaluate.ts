import { entriesOf } from "./project/entry-cache.ts";
import type { Output } from "./project/output.ts";
import type { Query, Select } from "./query.ts";
import type { ReadContext } from "./read-context.ts";
import { findRow, findRows, mapRows } from "./run/find-rows.ts";

export interface Found<T> {
  readonly entries: readonly T[];
  /** Matches on all pages; null if they were not to be counted. */
  readonly total: number | null;
}

/**
 * The entries that a query selects, in the form of the output. Throws EngineError `validation` if a caller populates
 * too many entries; nothing else, because the query has been checked.
 */
export function findMany<T>(context: ReadContext, output: Output<T>, query: Query): Found<T> {
  const { items, total } = mapRows(context, query, entriesOf(context, output, query));
  return { entries: items, total };
}

/**
 * As `findMany`, with the entries once for each of several selections. Charges for all members before any is written.
 */
export function findSelected<T>(
  context: ReadContext,
  output: Output<T>,
  query: Query,
  selects: readonly Select[],
): { readonly lists: readonly (readonly T[])[]; readonly total: number | null } {
  const shows = selects.map((select) => ({ select, made: entriesOf(context, output, { type: query.type, select }) }));
  const lists: T[][] = selects.map(() => []);
  const { total } = mapRows(context, query, (source, slots) => {
    for (const { select } of shows) context.view.work.written(slots.length, select.length);
    for (const [at, { made }] of shows.entries()) lists[at]?.push(...made(source, slots));
    return slots;
  });
  return { lists, total };
}

/** How entries are shown: to whom, in which form, and with which selection. */
export interface Shown<T> {
  readonly context: ReadContext;
  readonly output: Output<T>;
  readonly select: Select;
}

/** As `findMany`, with each entry in two forms, in the same order. The first one's context finds the rows. */
export function findInTwoForms<A, B>(query: Query, one: Shown<A>, other: Shown<B>) {
  const { type } = query;
  const made = entriesOf(one.context, one.output, { type, select: one.select });
  const alsoMade = entriesOf(other.context, other.output, { type, select: other.select });
  const others: B[] = [];
  const { items, total } = mapRows(one.context, query, (source, slots) => {
    for (const entry of alsoMade(source, slots)) others.push(entry);
    return made(source, slots);
  });
  return { entries: items, others: others as readonly B[], total };
}

/** How many versions match, regardless of the page. */
export function count(context: ReadContext, query: Query): number {
  const none: Query = { ...query, sort: [], page: { style: "offset", start: 0, limit: 0, withCount: true } };
  return findRows(context, none).total ?? 0;
}

/** The first match in the query's order. */
export function findFirst<T>(context: ReadContext, output: Output<T>, query: Query): T | null {
  const first: Query = { ...query, page: { style: "offset", start: 0, limit: 1, withCount: false } };
  return findMany(context, output, first).entries[0] ?? null;
}

/**
 * One document by its documentId; null if it has no such version, or the version does not match. Throws as `findMany`
 * does.
 */
export function findOne<T>(
  context: ReadContext,
  output: Output<T>,
  query: Query,
  documentId: string,
  select = query.select,
): T | null {
  const found = findRow(context, query, documentId);
  if (found === null) return null;
  return entriesOf(context, output, { type: query.type, select })(found.source, [found.slot])[0] ?? null;
}
