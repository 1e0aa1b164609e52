import { describe, expect, it } from "vitest";
import { FieldRanges } from "../../../../engine/indexes/ordered/field-ranges.ts";
import { type IndexedField, orderBy, type Range } from "../../../../engine/indexes/ordered/index-order.ts";
import { OrderedIndex } from "../../../../engine/indexes/ordered/ordered-index.ts";
import { countSlots, eachSlot, hasBit, setBit } from "../../../../engine/indexes/slot-set.ts";
import { compareCodePoints } from "../../../../engine/query/match/order.ts";
import { scanUnder } from "../../../../engine/query/run/scan-under.ts";
import { Owner } from "../../../../engine/structures/paged/owner.ts";
import { PagedArray } from "../../../../engine/structures/paged/paged-array.ts";
import type { Row } from "../../../../engine/values/row.ts";
import type { Value } from "../../../../engine/values/value.ts";
import { fc } from "../../../support/fast-check.ts";

const field: IndexedField = {
  name: "title",
  parts: ["title"],
  read: (row) => (row.cells[0] ?? null) as Value,
  compare: (left, right) => compareCodePoints(String(left), String(right)),
  key: { kind: "text", of: String },
};

/** Few different values, so that many rows share one; surrogates, so that code units and code points differ. */
const value = fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 6, arbitrary: text() });

function text(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom("a", "b", "\uffee", "😀"), maxLength: 3 });
}

function rowOf(id: number, title: string | null): Row {
  const at = "2024-01-01T00:00:00.000Z";
  const versions = { createdAt: at, updatedAt: at, publishedAt: at, status: "published" } as const;
  return { id, slot: id, document: id, documentId: `d${id}`, ...versions, cells: [title], entry: null };
}

/** Rows in the order that sorting all of them would give. */
function inOrder(rows: readonly Row[]): Row[] {
  return [...rows].sort((left, right) => {
    const [a, b] = [field.read(left), field.read(right)];
    if (a === null || b === null) return a === b ? left.id - right.id : a === null ? -1 : 1;
    return field.compare(a, b) || left.id - right.id;
  });
}

/** The ids in a range, which are the slots too. */
function idsOf(index: OrderedIndex, range: Range): number[] {
  const ids: number[] = [];
  index.each(range, (slot) => ids.push(slot) > 0);
  expect(index.count(range)).toBe(ids.length);
  const set = index.sets.of([range]);
  const inSet: number[] = [];
  eachSlot(set, (slot) => inSet.push(slot) > 0);
  expect(countSlots(set)).toBe(ids.length);
  expect(inSet.sort((left, right) => left - right)).toEqual([...ids].sort((left, right) => left - right));
  return ids;
}

/** Rows built into the index, rows added after, and rows removed again. */
const content = fc.record({
  built: fc.array(value, { maxLength: 400 }),
  /** How often they are built in: an index of thousands of rows makes sets in another way. */
  times: fc.constantFrom(1, 1, 1, 30),
  added: fc.array(value, { maxLength: 40 }),
  removed: fc.array(fc.nat(500), { maxLength: 40 }),
});

type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

function build({ built, times, added, removed }: Content) {
  const titles = Array.from({ length: times }, () => built).flat();
  const first = titles.map((title, at) => rowOf(at + 1, title));
  const later = added.map((title, at) => rowOf(titles.length + at + 1, title));
  const stored = rowsOf(first);
  const base = OrderedIndex.build(new Owner(), orderBy(field), stored);
  // Sets that are asked for before a change must follow it.
  base.sets.of([base.all]);
  const owner = new Owner();
  const forked = stored.fork(owner);
  const index = base.fork(owner, forked);
  // So must labels.
  index.labels(Number.POSITIVE_INFINITY);
  for (const row of later) {
    forked.set(row.slot, row);
    index.add(row);
  }
  const rows = new Set([...first, ...later]);
  for (const number of removed) {
    const row = [...rows][number];
    if (row === undefined) continue;
    index.remove(row);
    forked.set(row.slot, undefined);
    rows.delete(row);
  }
  return { index, ranges: new FieldRanges(index, field), rows: [...rows], base, first };
}

function rowsOf(rows: readonly Row[]): PagedArray<Row> {
  const stored = new PagedArray<Row>(new Owner());
  for (const row of rows) stored.set(row.slot, row);
  return stored;
}

/** Some of the rows as bits: the same bit pattern for each 32 of them. */
function patternOf(pattern: number, rows: readonly Row[]): Int32Array {
  const words = new Int32Array(500);
  for (const { slot } of rows) if (((pattern >>> (slot & 31)) & 1) === 1) setBit(words, slot);
  return words;
}

describe("an ordered index", () => {
  it("gives every range that a full scan gives, in the same order", () => {
    fc.assert(
      fc.property(content, text(), text(), fc.boolean(), fc.boolean(), (given, low, high, withLow, withHigh) => {
        const { index, ranges, rows } = build(given);
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
          const range = ranges.between(from, to);
          expect(idsOf(index, range)).toEqual(scanned.map((row) => row.id));
          const others = inOrder(rows).filter((row) => field.read(row) !== null && !inside(row));
          const outside = ranges.outside(index.count(range) > 0 ? [range] : []);
          expect(outside.flatMap((each) => idsOf(index, each))).toEqual(others.map((row) => row.id));
          expect(countSlots(index.sets.of(outside))).toBe(others.length);
        }
        const nulls = inOrder(rows).filter((row) => field.read(row) === null);
        expect(idsOf(index, ranges.nulls(true))).toEqual(nulls.map((row) => row.id));
        expect(idsOf(index, index.all)).toEqual(inOrder(rows).map((row) => row.id));
        const prefixed = inOrder(rows).filter((row) => (field.read(row) as string | null)?.startsWith(low));
        expect(idsOf(index, ranges.startingWith(low))).toEqual(prefixed.map((row) => row.id));
      }),
    );
  });

  it("counts the slots of a sorted list that are in some ranges", () => {
    fc.assert(
      fc.property(content, text(), text(), fc.nat(), (given, one, other, pattern) => {
        const { index, ranges } = build(given);
        const [low, high] = field.compare(one, other) <= 0 ? [one, other] : [other, one];
        const between = ranges.between({ value: low, inclusive: true }, { value: high, inclusive: false });
        const listed = idsOf(index, index.all).filter((slot) => ((pattern >>> (slot & 31)) & 1) === 1);
        for (const some of [[between], ranges.outside(index.count(between) > 0 ? [between] : [])]) {
          const wanted = index.slotsIn(some, Number.POSITIVE_INFINITY);
          expect(wanted?.countIn(Int32Array.from(listed))).toBe(listed.filter((slot) => wanted?.has(slot)).length);
        }
      }),
    );
  });

  it("goes down with equal values still by ascending id", () => {
    fc.assert(
      fc.property(content, fc.nat(500), (given, skipped) => {
        const { index, rows } = build(given);
        const stop = skipped + 25;
        const ascending = inOrder(rows).map((row) => row.id);
        expect(index.page(index.all, false, skipped, stop)).toEqual(ascending.slice(skipped, stop));
        const scanned = [...rows].sort((left, right) => {
          const [a, b] = [field.read(left), field.read(right)];
          if (a === null || b === null) return a === b ? left.id - right.id : a === null ? 1 : -1;
          return field.compare(b, a) || left.id - right.id;
        });
        const descending = scanned.map((row) => row.id);
        expect(index.page(index.all, true, skipped, stop)).toEqual(descending.slice(skipped, stop));
        const visited: number[] = [];
        index.eachDescending(index.all, (slot) => visited.push(slot) > 0);
        expect(visited).toEqual(descending);
      }),
    );
  });

  it("labels rows by their keys, equal ones alike, and finds those in a range by their labels", () => {
    fc.assert(
      fc.property(content, text(), text(), (given, low, high) => {
        const { index, ranges, rows } = build(given);
        const ranks = index.labels(Number.POSITIVE_INFINITY);
        const sorted = inOrder(rows);
        for (const [at, row] of sorted.entries()) {
          const next = sorted[at + 1];
          if (next === undefined) continue;
          const areEqual = field.read(row) === field.read(next);
          expect(Math.sign((ranks?.of(next.slot) ?? 0) - (ranks?.of(row.slot) ?? 0))).toBe(areEqual ? 0 : 1);
        }
        const some = [ranges.nulls(true), ranges.equal(low), ranges.startingWith(high), ranges.between(null, null)];
        for (const asked of [...some.map((range) => [range]), ranges.outside([ranges.equal(low)]), []]) {
          const slots = index.slotsIn(asked, rows.length);
          const inside = new Set(asked.flatMap((range) => idsOf(index, range)));
          for (const { slot } of rows) expect(slots?.has(slot)).toBe(inside.has(slot));
        }
      }),
    );
  });

  it("keeps the members of a set that are in a range", () => {
    fc.assert(
      fc.property(content, text(), text(), fc.integer(), (given, low, high, pattern) => {
        const { index, ranges, rows } = build(given);
        for (const range of [
          ranges.between({ value: low, inclusive: true }, { value: high, inclusive: false }),
          ranges.between({ value: low, inclusive: true }, null),
          ranges.between(null, { value: low, inclusive: true }),
          ranges.nulls(true),
        ]) {
          const words = patternOf(pattern, rows);
          const expected = idsOf(index, range).filter((id) => hasBit(words, id));
          const narrowed: number[] = [];
          eachSlot(index.sets.narrow(words, range), (slot) => narrowed.push(slot) > 0);
          expect(narrowed.sort((left, right) => left - right)).toEqual(expected.sort((left, right) => left - right));
        }
      }),
    );
  });

  it("leads to every page of a set, upwards and downwards", () => {
    fc.assert(
      fc.property(
        content,
        fc.integer(),
        fc.nat(13_000),
        fc.constantFrom(1, 100, 100_000),
        (given, pattern, at, steps) => {
          const { index, rows } = build(given);
          const words = patternOf(pattern, rows);
          for (const descending of [false, true]) {
            const all: number[] = [];
            const each = descending ? index.eachDescending.bind(index) : index.each.bind(index);
            each(index.all, (slot) => !hasBit(words, slot) || all.push(slot) > 0);
            const start = all.length === 0 ? 0 : at % all.length;
            const stop = Math.min(all.length, start + 25);
            if (start === stop) continue;
            const page = scanUnder(
              { index, descending },
              { words, count: all.length, within: null },
              start,
              stop,
              steps,
            );
            expect(page).toEqual(all.slice(start, stop));
          }
        },
      ),
    );
  });

  it("goes down by ascending id also where different values have the same place", () => {
    const byLength: IndexedField = {
      ...field,
      compare: (left, right) => String(left).length - String(right).length,
      key: null,
    };
    const rows = ["aa", "b", "cc", "dd", "e"].map((title, at) => rowOf(at + 1, title));
    const index = OrderedIndex.build(new Owner(), orderBy(byLength), rowsOf(rows));
    const ids: number[] = [];
    index.eachDescending(index.all, (slot) => ids.push(slot) > 0);
    expect(ids).toEqual([1, 3, 4, 2, 5]);
  });

  it("stays unchanged when a fork of it changes", () => {
    fc.assert(
      fc.property(content, (given) => {
        const { base, first } = build(given);
        expect(idsOf(base, base.all)).toEqual(inOrder(first).map((row) => row.id));
      }),
    );
  });
});
