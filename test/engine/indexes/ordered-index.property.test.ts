import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type IndexedField, OrderedIndex, type Range } from "../../../engine/indexes/ordered-index.ts";
import { Owner } from "../../../engine/paged/owner.ts";
import { compareCodePoints } from "../../../engine/query/order.ts";
import type { Row } from "../../../engine/state/row.ts";
import type { Value } from "../../../engine/value.ts";

const field: IndexedField = {
  name: "title",
  read: (row) => (row.cells[0] ?? null) as Value,
  compare: (left, right) => compareCodePoints(String(left), String(right)),
};

/** Few different values, so that many rows share one; surrogates, so that code units and code points differ. */
const value = fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 6, arbitrary: text() });

function text(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom("a", "b", "\uffee", "😀"), maxLength: 3 });
}

function rowOf(id: number, title: string | null): Row {
  const at = "2024-01-01T00:00:00.000Z";
  const versions = { createdAt: at, updatedAt: at, publishedAt: at, status: "published" } as const;
  return { id, document: id, documentId: `d${id}`, ...versions, cells: [title], text: null };
}

/** Rows in the order that sorting all of them would give. */
function inOrder(rows: readonly Row[]): Row[] {
  return [...rows].sort((left, right) => {
    const [a, b] = [field.read(left), field.read(right)];
    if (a === null || b === null) return a === b ? left.id - right.id : a === null ? -1 : 1;
    return field.compare(a, b) || left.id - right.id;
  });
}

function idsOf(index: OrderedIndex, range: Range): number[] {
  const ids: number[] = [];
  index.each(range, (row) => ids.push(row.id) > 0);
  expect(index.count(range)).toBe(ids.length);
  return ids;
}

/** Rows built into the index, rows added after, and rows removed again. */
const content = fc.record({
  built: fc.array(value, { maxLength: 400 }),
  added: fc.array(value, { maxLength: 40 }),
  removed: fc.array(fc.nat(500), { maxLength: 40 }),
});

function build({ built, added, removed }: { built: (string | null)[]; added: (string | null)[]; removed: number[] }) {
  const first = built.map((title, at) => rowOf(at + 1, title));
  const later = added.map((title, at) => rowOf(built.length + at + 1, title));
  const base = OrderedIndex.build(new Owner(), field, first);
  const index = base.fork(new Owner());
  for (const row of later) index.add(row);
  const rows = new Set([...first, ...later]);
  for (const number of removed) {
    const row = [...rows][number];
    if (row === undefined) continue;
    index.remove(row);
    rows.delete(row);
  }
  return { index, rows: [...rows], base, first };
}

describe("an ordered index", () => {
  it("gives every range that a full scan gives, in the same order", () => {
    fc.assert(
      fc.property(content, text(), text(), fc.boolean(), fc.boolean(), (given, low, high, withLow, withHigh) => {
        const { index, rows } = build(given);
        const from = { value: low, inclusive: withLow };
        const to = { value: high, inclusive: withHigh };
        const inside = (row: Row): boolean => {
          const own = field.read(row);
          if (own === null) return false;
          const [above, below] = [field.compare(own, low), field.compare(own, high)];
          return (withLow ? above >= 0 : above > 0) && (withHigh ? below <= 0 : below < 0);
        };
        const scanned = inOrder(rows).filter(inside);
        if (field.compare(low, high) <= 0) {
          expect(idsOf(index, index.between(from, to))).toEqual(scanned.map((row) => row.id));
        }
        const nulls = inOrder(rows).filter((row) => field.read(row) === null);
        expect(idsOf(index, index.nulls(true))).toEqual(nulls.map((row) => row.id));
        expect(idsOf(index, index.all)).toEqual(inOrder(rows).map((row) => row.id));
        const prefixed = inOrder(rows).filter((row) => (field.read(row) as string | null)?.startsWith(low));
        expect(idsOf(index, index.startingWith(low))).toEqual(prefixed.map((row) => row.id));
      }),
    );
  });

  it("goes down with equal values still by ascending id", () => {
    fc.assert(
      fc.property(content, (given) => {
        const { index, rows } = build(given);
        const ids: number[] = [];
        index.eachDescending(index.all, (row) => ids.push(row.id) > 0);
        const scanned = [...rows].sort((left, right) => {
          const [a, b] = [field.read(left), field.read(right)];
          if (a === null || b === null) return a === b ? left.id - right.id : a === null ? 1 : -1;
          return field.compare(b, a) || left.id - right.id;
        });
        expect(ids).toEqual(scanned.map((row) => row.id));
      }),
    );
  });

  it("goes down by ascending id also where different values have the same place", () => {
    const byLength: IndexedField = { ...field, compare: (left, right) => String(left).length - String(right).length };
    const rows = ["aa", "b", "cc", "dd", "e"].map((title, at) => rowOf(at + 1, title));
    const index = OrderedIndex.build(new Owner(), byLength, rows);
    const ids: number[] = [];
    index.eachDescending(index.all, (row) => ids.push(row.id) > 0);
    expect(ids).toEqual([1, 3, 4, 2, 5]);
  });

  it("keeps what it was when a fork of it changes", () => {
    fc.assert(
      fc.property(content, (given) => {
        const { base, first } = build(given);
        expect(idsOf(base, base.all)).toEqual(inOrder(first).map((row) => row.id));
      }),
    );
  });
});
