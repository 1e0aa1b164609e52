import { describe, expect, it } from "vitest";
import { ManyValuedIndex } from "../../../engine/indexes/many-valued-index.ts";
import { orderBy } from "../../../engine/indexes/ordered/index-order.ts";
import { OrderedIndex } from "../../../engine/indexes/ordered/ordered-index.ts";
import { Owner } from "../../../engine/structures/paged/owner.ts";
import { PagedArray } from "../../../engine/structures/paged/paged-array.ts";
import type { Row } from "../../../engine/values/row.ts";
import type { Value } from "../../../engine/values/value.ts";

const FEW = 1_000;

/** Six doublings more. */
const MANY = FEW * 64;

/** A row goes and comes: each doubling lengthens two searches by a step, and by one more inside. */
const STEPS_OF_A_DOUBLING = 4;

function rowAt(slot: number, value: number): Row {
  const time = "2024-01-01T00:00:00.000Z";
  const named = { id: slot + 1, slot, document: slot, documentId: `d${slot}`, status: "published" } as const;
  const times = { createdAt: time, updatedAt: time, publishedAt: time };
  return { ...named, ...times, cells: [value, [value, value + 1]], entry: null };
}

/** Comparisons that it takes an index of so many rows to keep in step with one changed row. */
function comparisonsOf(kind: "ordered" | "many values", rows: number): number {
  const owner = new Owner();
  const all = new PagedArray<Row>(owner);
  for (let slot = 0; slot < rows; slot++) all.set(slot, rowAt(slot, (slot * 7_919) % rows));
  let comparisons = 0;
  const compare = (left: Value, right: Value): number => {
    comparisons++;
    return Number(left) - Number(right);
  };
  const ordering = { parts: [], compare, key: null };
  const index =
    kind === "ordered"
      ? OrderedIndex.build(owner, orderBy({ name: "value", read: (row) => row.cells[0] as Value, ...ordering }), all)
      : ManyValuedIndex.build(
          owner,
          { name: "values", read: (row) => row.cells[1] as readonly Value[], ...ordering },
          all,
        );
  const slot = rows >> 1;
  const before = all.get(slot) as Row;
  comparisons = 0;
  index.remove(before);
  const after = rowAt(slot, rows >> 2);
  all.set(slot, after);
  index.add(after);
  return comparisons;
}

describe("a change of one row", () => {
  it.each(["ordered", "many values"] as const)(
    "costs an index of 64 times as many rows some steps more: %s",
    (kind) => {
      const values = kind === "ordered" ? 1 : 2;
      const few = comparisonsOf(kind, FEW);
      expect(few).toBeGreaterThan(0);
      expect(comparisonsOf(kind, MANY) - few).toBeLessThanOrEqual(values * STEPS_OF_A_DOUBLING * Math.log2(MANY / FEW));
    },
  );
});
