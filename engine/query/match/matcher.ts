import type { Row } from "../../values/row.ts";
import { positionOfType } from "../position.ts";
import type { RowSource } from "../row-source.ts";
import { type Conditions, isNothing } from "./conditions.ts";
import { predicateOf } from "./predicate.ts";
import { passesPublication } from "./publication.ts";
import { searchOf } from "./search.ts";

/** Compiles conditions into a test of rows; null if every row meets them. */
export function matcherOf(source: RowSource, conditions: Conditions): ((row: Row) => boolean) | null {
  return isNothing(conditions) ? null : testOf(source, conditions);
}

function testOf(
  { context, type, layer }: RowSource,
  { filter, search, publicationFilter }: Conditions,
): ((row: Row) => boolean) | null {
  const { view, negation } = context;
  const place = positionOfType(type);
  const tests: ((row: Row) => boolean)[] = [];
  if (filter !== null) {
    const passes = predicateOf(view, place, filter, negation);
    tests.push((row) => passes(row, layer));
  }
  if (search !== null) {
    const holds = searchOf(view, place, search);
    tests.push((row) => holds(row, layer));
  }
  if (publicationFilter !== null && type.draftAndPublish) {
    const collection = view.state.collection(type.uid).in(layer);
    tests.push((row) => passesPublication(publicationFilter, collection, row.document, row.status));
  }
  const [only] = tests;
  if (only === undefined) return null;
  return tests.length === 1 ? only : (row) => tests.every((test) => test(row));
}
