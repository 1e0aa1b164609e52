import type { Deferred } from "../../structures/paged/paged-array.ts";
import type { Cell, Row } from "../../values/row.ts";
import type { Json } from "../../values/value.ts";
import type { Layer, Status } from "../../values/version.ts";
import type { Layouts } from "../layout.ts";
import type { RestoredVersions } from "./restored-versions.ts";

/** The restored versions of one content type and layer that become rows. */
export interface DeferredVersions {
  readonly type: string;
  readonly status: Status;
  readonly layer: Layer;
  readonly versions: RestoredVersions;
  /** The numbers of their documents, in the order of the rows. */
  readonly numbers: Int32Array;
}

/** A row that is filled with the values of one version after the other. */
type Sketch = { -readonly [K in keyof Omit<Row, "cells">]: Row[K] } & { readonly cells: Cell[] };

/** Fills in a value of a sketch. */
type Fill = (sketch: Sketch, value: Json | undefined) => void;

/** Consecutive rows from one source, and its columns with the values that are wanted. */
interface Stretch {
  readonly until: number;
  readonly columns: readonly (readonly Json[])[];
}

/** The times of a row, which the reader of the stored versions has checked. */
const TIMES: readonly string[] = ["createdAt", "updatedAt", "publishedAt"];

/** Rows that are read from the stored versions: whole, or some of their values alone. */
export function deferredRows(rows: DeferredVersions, layouts: Layouts): Deferred<Row> {
  const { type, status, layer, versions, numbers } = rows;
  const unchanged = unchangedParts(type, layouts);
  return {
    make: (index) => {
      const number = numbers[index] as number;
      return layouts.row(type, status, number, versions.take(layer, number), versions.documentIds[number]);
    },
    sketch: (from, until, parts, visit) => {
      const stretches = stretchesOf(rows, from, until, parts);
      if (stretches === null) return false;
      const sketch = emptySketch(status, layouts.of(type).stored.length);
      const fills = parts.map((part) => fillOf(type, part, layouts));
      let at = from;
      for (const { until, columns } of stretches) {
        sketchEach(rows, at, until, { sketch, fills, columns }, visit);
        at = until;
      }
      return true;
    },
    columns: (from, until, parts, visit) => {
      if (!parts.every((part) => unchanged.has(part))) return false;
      const stretches = stretchesOf(rows, from, until, parts);
      if (stretches === null) return false;
      let at = from;
      for (const { until, columns } of stretches) {
        eachConsecutive(rows, at, until, (start, count) => visit(columns, start, count));
        at = until;
      }
      return true;
    },
  };
}

/** The parts that a row holds just as they are stored. */
function unchangedParts(type: string, layouts: Layouts): ReadonlySet<string> {
  const { stored } = layouts.of(type);
  const unchanged = stored.filter((attribute) => attribute.kind === "scalar" && layouts.cell(attribute, null) === null);
  return new Set([...TIMES, ...unchanged.map(({ name }) => name)]);
}

/** Calls `visit` for the runs of consecutive versions among these rows of one source. */
function eachConsecutive(
  { layer, versions, numbers }: DeferredVersions,
  from: number,
  until: number,
  visit: (start: number, count: number) => void,
): void {
  const { indices } = versions.locations(layer);
  for (let at = from; at < until; ) {
    const start = indices.at(numbers[at] as number);
    const first = at;
    do at++;
    while (at < until && indices.at(numbers[at] as number) === start + at - first);
    visit(start, at - first);
  }
}

/** The stretches of some rows; null if these parts of one of them cannot be read alone. */
function stretchesOf(
  { layer, versions, numbers }: DeferredVersions,
  from: number,
  until: number,
  parts: readonly string[],
): readonly Stretch[] | null {
  const { sources } = versions.locations(layer);
  const stretches: Stretch[] = [];
  for (let at = from; at < until; ) {
    const source = sources.at(numbers[at] ?? 0);
    const columns: (readonly Json[])[] = [];
    for (const part of parts) {
      const column = versions.column(source, part);
      if (column === null) return null;
      columns.push(column);
    }
    do at++;
    while (at < until && sources.at(numbers[at] ?? 0) === source);
    stretches.push({ until: at, columns });
  }
  return stretches;
}

/** A sketch, and how the values of columns are filled in. */
interface Sketching {
  readonly sketch: Sketch;
  readonly fills: readonly Fill[];
  readonly columns: readonly (readonly Json[])[];
}

function sketchEach(
  { layer, versions, numbers }: DeferredVersions,
  from: number,
  until: number,
  { sketch, fills, columns }: Sketching,
  visit: (row: Row) => void,
): void {
  const { ids, indices } = versions.locations(layer);
  for (let at = from; at < until; at++) {
    const number = numbers[at] as number;
    const index = indices.at(number);
    sketch.id = ids.at(number);
    sketch.document = number;
    sketch.documentId = versions.documentIds[number] ?? "";
    for (let part = 0; part < fills.length; part++) (fills[part] as Fill)(sketch, columns[part]?.[index]);
    visit(sketch);
  }
}

function emptySketch(status: Status, cells: number): Sketch {
  return {
    id: 0,
    slot: -1,
    document: 0,
    documentId: "",
    status,
    createdAt: "",
    updatedAt: "",
    publishedAt: null,
    cells: new Array<Cell>(cells).fill(null),
    entry: null,
  };
}

function fillOf(type: string, part: string, layouts: Layouts): Fill {
  const { stored, indexOf } = layouts.of(type);
  const cell = indexOf.get(part) ?? -1;
  const attribute = stored[cell];
  if (attribute !== undefined) {
    const isScalar = attribute.kind === "scalar";
    return ({ cells }, value) => {
      cells[cell] = isScalar && value ? value : layouts.cell(attribute, value ?? null);
    };
  }
  return (sketch, value) => {
    if (part === "publishedAt") sketch.publishedAt = (value ?? null) as string | null;
    else if (part === "createdAt") sketch.createdAt = value as string;
    else if (part === "updatedAt") sketch.updatedAt = value as string;
  };
}
