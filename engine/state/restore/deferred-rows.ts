import { invariant } from "../../error.ts";
import { ENTRY_TIMES } from "../../schema/entry-fields.ts";
import type { Deferred } from "../../structures/paged/paged-array.ts";
import type { PartColumn } from "../../structures/paged/part-column.ts";
import type { Cell, Row } from "../../values/row.ts";
import type { Json } from "../../values/value.ts";
import type { Layer, Status } from "../../values/version.ts";
import type { Layouts } from "../layout.ts";
import type { RestoredVersions } from "./restored-versions.ts";
import type { RowRun, RowRuns } from "./row-runs.ts";

/** The restored versions of one content type and layer that become rows. */
export interface DeferredVersions {
  readonly type: string;
  readonly status: Status;
  readonly layer: Layer;
  readonly versions: RestoredVersions;
  /** The numbers of their documents, in the order of the rows. */
  readonly numbers: Int32Array;
  readonly runs: RowRuns;
}

/** A row that is filled with the values of one version after the other. */
type Sketch = { -readonly [K in keyof Omit<Row, "cells">]: Row[K] } & { readonly cells: Cell[] };

/** Fills in a value of a sketch. */
type Fill = (sketch: Sketch, value: Json | undefined) => void;

/** A run of rows, and the columns of its source that are wanted. */
interface Stretch extends RowRun {
  readonly columns: readonly PartColumn<Json>[];
}

/** Rows that are read from the stored versions: whole, or some of their values alone. */
export function deferredRows(rows: DeferredVersions, layouts: Layouts): Deferred<Row> {
  const { type, status, versions, numbers, runs } = rows;
  const unchanged = unchangedParts(type, layouts);
  return {
    make: (index) => {
      const number = numbers[index] as number;
      const [run] = runs.between(index, index + 1);
      invariant(run !== undefined, "every row is in a run");
      return layouts.row(type, status, number, versions.take(run.source, run.start), versions.documentIds[number]);
    },
    sketch: (from, until, parts, visit) => {
      const stretches = stretchesOf(rows, from, until, parts);
      if (stretches === null) return false;
      const sketch = emptySketch(status, layouts.of(type).stored.length);
      const fills = parts.map((part) => fillOf(type, part, layouts));
      let first = from;
      for (const stretch of stretches) {
        sketchEach(rows, first, stretch, { sketch, fills }, visit);
        first += stretch.count;
      }
      return true;
    },
    columns: (from, until, parts, visit) => {
      if (!parts.every((part) => unchanged.has(part))) return false;
      const stretches = stretchesOf(rows, from, until, parts);
      if (stretches === null) return false;
      for (const { columns, start, count } of stretches) visit(columns, start, count);
      return true;
    },
  };
}

/** The parts that a row holds just as they are stored. */
function unchangedParts(type: string, layouts: Layouts): ReadonlySet<string> {
  const { stored } = layouts.of(type);
  const unchanged = stored.filter((attribute) => attribute.kind === "scalar" && layouts.cell(attribute, null) === null);
  return new Set([...ENTRY_TIMES, ...unchanged.map(({ name }) => name)]);
}

/** The stretches of some rows; null if these parts of one of them cannot be read alone. */
function stretchesOf(
  { versions, runs }: DeferredVersions,
  from: number,
  until: number,
  parts: readonly string[],
): readonly Stretch[] | null {
  const stretches: Stretch[] = [];
  for (const { source, start, count } of runs.between(from, until)) {
    const columns: PartColumn<Json>[] = [];
    for (const part of parts) {
      const column = versions.column(source, part);
      if (column === null) return null;
      columns.push(column);
    }
    stretches.push({ source, start, count, columns });
  }
  return stretches;
}

/** A sketch, and how the values of columns are filled in. */
interface Sketching {
  readonly sketch: Sketch;
  readonly fills: readonly Fill[];
}

/** Visits the rows of a stretch, which begins with the row `first`. */
function sketchEach(
  { layer, versions, numbers }: DeferredVersions,
  first: number,
  { columns, start, count }: Stretch,
  { sketch, fills }: Sketching,
  visit: (row: Row) => void,
): void {
  const ids = versions.ids(layer);
  const values = columns.map((column) => column.values);
  for (let at = 0; at < count; at++) {
    const number = numbers[first + at] as number;
    sketch.id = ids.at(number);
    sketch.document = number;
    sketch.documentId = versions.documentIds[number] ?? "";
    for (let part = 0; part < fills.length; part++) (fills[part] as Fill)(sketch, values[part]?.[start + at]);
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
