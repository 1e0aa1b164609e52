import type { Status } from "../document/version.ts";
import type { IndexedField, OrderedIndex, Range } from "../indexes/ordered-index.ts";
import { isSearchable, rowsContaining } from "../indexes/text-pages.ts";
import { eachLink } from "../links/link-list.ts";
import type { LinkEnd } from "../links/relation.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { Row } from "../state/row.ts";
import type { Space } from "../state/space.ts";
import { foldCase } from "./fold-case.ts";
import { textOf } from "./operators.ts";
import { isTextOrdered, orderOf } from "./order.ts";
import { type Field, fieldAt, NOTHING, type Place } from "./place.ts";
import type { Source } from "./plan.ts";
import { predicateOf } from "./predicate.ts";
import type { Comparison, Filter } from "./query.ts";
import type { Reading } from "./reading.ts";

/** Rows of one space among which all matches of a filter are; each comes once, in no order that means anything. */
export interface Candidates {
  readonly source: Source;
  /** Every one of them matches. */
  readonly exact: boolean;
  /** Visits them until a visit answers false. */
  each(visit: (row: Row) => boolean): void;
  /** The one range of an index that they are, so that they can be had in its order too; null for others. */
  readonly range: { readonly index: OrderedIndex; readonly range: Range } | null;
}

/** So few candidates are tested sooner than better ones are looked for. */
const FEW_CANDIDATES = 200;

/** More entries than this behind a relation are not gathered just to find what links to them. */
const MOST_TARGETS = 2_000;

/** The rows an index gives for a filter. Null when no index can serve it. */
export function candidatesFor(reading: Reading, type: ContentType, status: Status, filter: Filter): Candidates | null {
  switch (filter.kind) {
    case "and":
      return narrowest(reading, type, status, filter.filters);
    case "or":
      return unionOf(filter.filters.map((each) => candidatesFor(reading, type, status, each)));
    case "compare":
      return inRange(reading, type, status, filter) ?? inText(reading, type, status, filter);
    case "related":
      return throughLinks(reading, type, status, filter);
    case "not":
      return null;
  }
}

/** The rows of a content type in one status. */
export function spaceOf({ sight }: Reading, type: ContentType, status: Status): Space {
  return sight.state.collection(type.uid).spaces[type.draftAndPublish ? status : "published"];
}

export function placeOfType(type: ContentType): Place {
  return { model: type, draftAndPublish: type.draftAndPublish };
}

/** A field as an index takes it. */
export function indexedField(name: string, field: Field): IndexedField {
  return { name, read: (row) => field.read(row), compare: orderOf(field.type) };
}

function eachOf(rows: readonly Row[]): Candidates["each"] {
  return (visit) => {
    for (const row of rows) if (!visit(row)) return;
  };
}

/** The fewest rows that one of the conditions leaves. Those that cost work to find are looked for only if it pays. */
function narrowest(reading: Reading, type: ContentType, status: Status, filters: readonly Filter[]): Candidates | null {
  let best: Candidates | null = null;
  const costly: Filter[] = [];
  const consider = (candidates: Candidates | null): void => {
    if (candidates !== null && (best === null || candidates.source.rows < best.source.rows)) best = candidates;
  };
  for (const filter of filters) {
    if (filter.kind === "compare" && isOrdered(filter)) consider(inRange(reading, type, status, filter));
    else costly.push(filter);
  }
  for (const filter of costly) {
    if (rowsOf(best) > FEW_CANDIDATES) consider(candidatesFor(reading, type, status, filter));
  }
  return best === null || filters.length === 1 ? best : withoutExactness(best);
}

function rowsOf(candidates: Candidates | null): number {
  return candidates === null ? Number.POSITIVE_INFINITY : candidates.source.rows;
}

function withoutExactness(candidates: Candidates): Candidates {
  return { ...candidates, exact: false };
}

function unionOf(all: readonly (Candidates | null)[]): Candidates | null {
  const found = all.filter((candidates) => candidates !== null);
  if (found.length < all.length) return null;
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const sources = found.map((candidates) => candidates.source);
  return {
    source: { kind: "union", sources, rows: sources.reduce((sum, source) => sum + source.rows, 0) },
    exact: found.every((candidates) => candidates.exact),
    range: null,
    each: (visit) => eachOnce(found, visit),
  };
}

function eachOnce(all: readonly Pick<Candidates, "each">[], visit: (row: Row) => boolean): void {
  const seen = new Set<Row>();
  let going = true;
  for (const candidates of all) {
    if (!going) return;
    candidates.each((row) => {
      if (seen.has(row)) return true;
      seen.add(row);
      going = visit(row);
      return going;
    });
  }
}

function inRange(reading: Reading, type: ContentType, status: Status, filter: Comparison): Candidates | null {
  const field = fieldAt(reading.sight.state.shape, placeOfType(type), filter.field);
  if (field.type === "json" || field.type === "blocks" || !isOrdered(filter)) return null;
  // Only in the order of texts do those that begin alike stand side by side.
  if (filter.operator === "startsWith" && !isTextOrdered(field.type)) return null;
  const index = spaceOf(reading, type, status).index(indexedField(filter.field, field));
  const ranges = index === null ? null : rangesOf(index, filter);
  if (index === null || ranges === null) return null;
  const rows = ranges.reduce((sum, range) => sum + index.count(range), 0);
  const [only] = ranges;
  return {
    source: { kind: "range", field: filter.field, operator: filter.operator, rows },
    exact: true,
    range: only !== undefined && ranges.length === 1 ? { index, range: only } : null,
    each: (visit) => {
      let going = true;
      for (const range of ranges) {
        if (!going) return;
        index.each(range, (row) => {
          going = visit(row);
          return going;
        });
      }
    },
  };
}

/** Text operators find their rows in the joined texts of each page; how many there are is known only then. */
function inText(reading: Reading, type: ContentType, status: Status, filter: Comparison): Candidates | null {
  const { operator, operand } = filter;
  if ((operator !== "contains" && operator !== "containsi") || operand === null) return null;
  const folds = operator === "containsi";
  const sought = folds ? foldCase(String(operand)) : String(operand);
  const space = spaceOf(reading, type, status);
  if (!isSearchable(sought)) return null;
  const field = fieldAt(reading.sight.state.shape, placeOfType(type), filter.field);
  const textIn = (row: Row): string | null => {
    const value = field.read(row);
    if (value === null) return null;
    return folds ? foldCase(textOf(value)) : textOf(value);
  };
  const rows = rowsContaining(space.pages(), `${operator} ${filter.field}`, textIn, sought);
  return {
    source: { kind: "text", field: filter.field, rows: rows.length },
    exact: true,
    range: null,
    each: eachOf(rows),
  };
}

const ORDERED: ReadonlySet<Comparison["operator"]> = new Set([
  "eq",
  "in",
  "lt",
  "lte",
  "gt",
  "gte",
  "between",
  "null",
  "startsWith",
]);

function isOrdered(filter: Comparison): boolean {
  return ORDERED.has(filter.operator);
}

/** The ranges that hold exactly the matches; null for an operand that no index knows. */
function rangesOf(index: OrderedIndex, filter: Comparison): readonly Range[] | null {
  switch (filter.operator) {
    case "null":
      return [index.nulls(filter.operand)];
    case "in": {
      const values = new Set(filter.operand.filter((operand) => operand !== null));
      return [...values].map((value) => equal(index, value));
    }
    case "between": {
      const [low, high] = filter.operand;
      return [index.between({ value: low, inclusive: true }, { value: high, inclusive: true })];
    }
    default: {
      const { operand, operator } = filter;
      if (operand === null) return null;
      const bound = { value: operand, inclusive: operator === "lte" || operator === "gte" };
      if (operator === "eq") return [equal(index, operand)];
      if (operator === "lt" || operator === "lte") return [index.between(null, bound)];
      if (operator === "gt" || operator === "gte") return [index.between(bound, null)];
      if (operator === "startsWith" && typeof operand === "string") return [index.startingWith(operand)];
      return null;
    }
  }
}

function equal(index: OrderedIndex, value: string | number | boolean): Range {
  return index.between({ value, inclusive: true }, { value, inclusive: true });
}

/** Semi-join: the entries behind the relation that match, then the rows that link to them. */
function throughLinks(
  reading: Reading,
  type: ContentType,
  status: Status,
  filter: Extract<Filter, { kind: "related" }>,
): Candidates | null {
  const { state, behindPlainTypes } = reading.sight;
  const end = state.shape.relations.end(type.uid, filter.attribute);
  if (end === undefined) return null;
  const { other } = end;
  if (behindPlainTypes === "all" && !type.draftAndPublish && other.draftAndPublish) return null;
  const matches = predicateOf(reading.sight, placeOfType(other), filter.filter, reading.negation);
  // Where nothing is linked, nothing but nulls stands in: rows without links may match too.
  if (matches(NOTHING, status)) return null;
  const targets = targetsOf(reading, other, status, filter.filter);
  if (targets === null) return null;
  const linked = linkedTo(reading, type, status, end, targets.rows);
  return {
    source: { kind: "links", attribute: filter.attribute, to: targets.source, rows: linked.length },
    exact: true,
    range: null,
    each: eachOf(linked),
  };
}

function targetsOf(reading: Reading, type: ContentType, status: Status, filter: Filter) {
  const space = spaceOf(reading, type, status);
  const candidates = candidatesFor(reading, type, status, filter);
  const source: Source = candidates?.source ?? { kind: "all", rows: space.size };
  if (source.rows > MOST_TARGETS) return null;
  const matches = predicateOf(reading.sight, placeOfType(type), filter, reading.negation);
  const rows: Row[] = [];
  const keep = (row: Row): boolean => {
    if (matches(row, status)) rows.push(row);
    return true;
  };
  if (candidates === null) space.each(keep);
  else candidates.each(keep);
  return { source, rows };
}

function linkedTo(
  reading: Reading,
  type: ContentType,
  status: Status,
  { relation, end, other }: LinkEnd,
  targets: readonly Row[],
): Row[] {
  const { state } = reading.sight;
  const layer = type.draftAndPublish || other.draftAndPublish ? status : "published";
  const own = type.draftAndPublish ? status : "published";
  const collection = state.collection(type.uid);
  const back = end === "source" ? "target" : "source";
  const rows: Row[] = [];
  for (const target of targets) {
    eachLink(state.links(relation, layer, back, target.document), (link) => {
      const row = collection.document(end === "source" ? link.source : link.target)?.[own];
      if (row) rows.push(row);
      return true;
    });
  }
  return targets.length < 2 ? rows : [...new Set(rows)];
}
