import { describe, expect, it } from "vitest";
import { FieldRanges } from "../../../../engine/indexes/ordered/field-ranges.ts";
import { orderBy } from "../../../../engine/indexes/ordered/index-order.ts";
import { OrderedIndex } from "../../../../engine/indexes/ordered/ordered-index.ts";
import { countSlots, eachSlot } from "../../../../engine/indexes/slot-set.ts";
import { orderingOf } from "../../../../engine/query/match/order.ts";
import { withScratch } from "../../../../engine/structures/bits/scratch.ts";
import { Owner } from "../../../../engine/structures/paged/owner.ts";
import { PagedArray } from "../../../../engine/structures/paged/paged-array.ts";
import type { Row } from "../../../../engine/values/row.ts";

/** Enough for prefix bitmaps that several queries build together. */
const ROWS = 110_000;
const VALUES = 5_000;
const LOW = 1_000;
const HIGH = 4_000;

/** More queries than it takes to build them without any step in between. */
const QUERIES = 72;
/** More changes than a build of bitmaps has restarts. */
const CHANGES = 18;

function rowAt(slot: number, value: number): Row {
  const time = "2024-01-01T00:00:00.000Z";
  const named = { id: slot + 1, slot, document: slot, documentId: `d${slot}`, status: "published" } as const;
  return { ...named, createdAt: time, updatedAt: time, publishedAt: time, cells: [value], entry: null };
}

const FIRST_VALUES = Int32Array.from({ length: ROWS }, (_, slot) => (slot * 7_919) % VALUES);
/** Made once for all indexes: a row that changes is replaced. */
const FIRST_ROWS = Array.from(FIRST_VALUES, (value, slot) => rowAt(slot, value));

/** An index over rows that change with it. */
class Indexed {
  readonly #rows = new PagedArray<Row>(new Owner());
  /** The values that a scan reads, by slot. */
  readonly #values = FIRST_VALUES.slice();
  readonly #index: OrderedIndex;
  readonly #steps = new Map<string, () => boolean>();
  readonly #field = {
    name: "value",
    parts: ["value"],
    read: (row: Row) => row.cells[0] as number,
    ...orderingOf("integer"),
  };

  constructor() {
    for (const row of FIRST_ROWS) this.#rows.set(row.slot, row);
    this.#index = OrderedIndex.build(new Owner(), orderBy(this.#field), this.#rows, {
      grows: () => {},
      later: (name, step) => this.#steps.set(name, step),
    });
  }

  get bytes(): number {
    return this.#index.sets.bytes;
  }

  /** Makes the steps that the index left for the time between requests; returns how many. */
  makeSteps(): number {
    let steps = 0;
    for (const [name, step] of this.#steps) {
      for (steps++; !step(); ) steps++;
      this.#steps.delete(name);
    }
    return steps;
  }

  change(slot: number, value: number): void {
    const before = this.#rows.get(slot) as Row;
    const after = rowAt(slot, value);
    this.#rows.set(slot, after);
    this.#values[slot] = value;
    this.#index.replace(before, after);
  }

  /** A query of a wide range. */
  expectRange(): void {
    const range = new FieldRanges(this.#index, this.#field).between(
      { value: LOW, inclusive: true },
      { value: HIGH, inclusive: false },
    );
    const expected: number[] = [];
    this.#values.forEach((value, slot) => {
      if (value >= LOW && value < HIGH) expected.push(slot);
    });
    withScratch(0, () => {
      const set = this.#index.sets.of([range]);
      const found: number[] = [];
      eachSlot(set, (slot) => found.push(slot) > 0);
      expect(countSlots(set)).toBe(expected.length);
      expect(found.every((slot, at) => expected[at] === slot)).toBe(true);
    });
  }
}

describe("the sets of a long index", () => {
  it("are those of a scan, before its prefix bitmaps are built, while they are, and after", () => {
    const indexed = new Indexed();
    expect(indexed.bytes).toBe(0);
    for (let query = 0; query < QUERIES; query++) indexed.expectRange();
    expect(indexed.bytes).toBeGreaterThan(0);
  });

  it("are those of a scan once prefix bitmaps are built between requests, which one query starts", () => {
    const indexed = new Indexed();
    indexed.expectRange();
    expect(indexed.bytes).toBe(0);
    expect(indexed.makeSteps()).toBeGreaterThan(1);
    expect(indexed.bytes).toBeGreaterThan(0);
    indexed.expectRange();
  });

  it("leave no step to make where rows have changed since a query", () => {
    const indexed = new Indexed();
    indexed.expectRange();
    indexed.change(11, LOW);
    expect(indexed.makeSteps()).toBe(1);
    expect(indexed.bytes).toBe(0);
    indexed.expectRange();
  });

  it("are those of a scan also where rows change while bitmaps are built, and are built in the end", () => {
    const indexed = new Indexed();
    for (let query = 0; query < CHANGES; query++) {
      indexed.expectRange();
      indexed.change(query * 11, query % 2 === 0 ? LOW + query : HIGH + query);
    }
    indexed.expectRange();
    expect(indexed.bytes).toBeGreaterThan(0);
  });
});
