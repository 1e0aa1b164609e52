import { describe, expect, it } from "vitest";
import { Owner } from "../../../../engine/structures/paged/owner.ts";
import { type Deferred, PagedArray } from "../../../../engine/structures/paged/paged-array.ts";
import { PagedMap } from "../../../../engine/structures/paged/paged-map.ts";
import { ListColumn } from "../../../../engine/structures/paged/part-column.ts";
import { type ListOrder, orderBy } from "../../../../engine/structures/sorted-list/chunk.ts";
import { SortedList } from "../../../../engine/structures/sorted-list/sorted-list.ts";
import { fc } from "../../../support/fast-check.ts";

/** A history over several copies: each step writes to a copy, or forks it. */
const step = fc.record({
  copy: fc.nat(5),
  fork: fc.boolean(),
  key: fc.nat(700),
  value: fc.option(fc.nat(1000), { nil: undefined, freq: 4 }),
});
const history = fc.array(step, { maxLength: 300 });

/** A structure with its naive model; forking gives two of each. */
interface Copy<S, M> {
  structure: S;
  model: M;
}

function play<S, M>(
  steps: readonly { copy: number; fork: boolean; key: number; value: number | undefined }[],
  make: () => Copy<S, M>,
  fork: (copy: Copy<S, M>) => [Copy<S, M>, Copy<S, M>],
  write: (copy: Copy<S, M>, key: number, value: number | undefined) => void,
): Copy<S, M>[] {
  const copies = [make()];
  for (const { copy: number, fork: forks, key, value } of steps) {
    const at = number % copies.length;
    const copy = copies[at];
    if (copy === undefined) continue;
    if (forks && copies.length < 6) copies.splice(at, 1, ...fork(copy));
    else write(copy, key, value);
  }
  return copies;
}

/** An array that begins with so many items in runs; most are not made yet. */
function begun(runs: readonly { readonly length: number; readonly deferred: boolean }[]) {
  const structure = new PagedArray<number>(new Owner());
  const model = new Map<number, number>();
  for (const { length, deferred } of runs) {
    const items = Array.from({ length }, (_, at) => 10_000 + structure.length + at);
    for (const item of items) model.set(item - 10_000, item);
    if (deferred) structure.defer(length, { ...WHOLE, make: makeOnce(items) });
    else structure.append(items);
  }
  return { structure, model };
}

/** Items whose parts cannot be read alone. */
const WHOLE = { sketch: () => false, columns: () => false };

function makeOnce(items: readonly number[]): (index: number) => number {
  const made = new Set<number>();
  return (index) => {
    expect(made.has(index)).toBe(false);
    made.add(index);
    return items[index] as number;
  };
}

/** Whether one of some items is in a block that cannot be read in parts. */
function hasWhole(from: number, until: number): boolean {
  return Math.floor((until - 1) / 700) > Math.floor((from - 1) / 700);
}

/** Items with a value that can be read alone, in stand-ins or in columns of this many, or not. */
function deferredAs(
  kind: string,
  itemAt: (index: number) => { readonly value: number },
  atOnce: number,
): Deferred<{ readonly value: number }> {
  return {
    make: itemAt,
    sketch: (from, until, _parts, visit) => {
      if (kind === "whole" || (kind === "mostly" && hasWhole(from, until))) return false;
      for (let at = from; at < until; at++) visit(itemAt(at));
      return true;
    },
    columns: (from, until, _parts, visit) => {
      if (kind !== "in columns" && (kind !== "mostly" || hasWhole(from, until))) return false;
      for (let at = from; at < until; at += atOnce) {
        const count = Math.min(atOnce, until - at);
        const values = Array.from({ length: count }, (_, offset) => itemAt(at + offset).value);
        visit([new ListColumn(["another", ...values])], 1, count);
      }
      return true;
    },
  };
}

const runs = fc.array(fc.record({ length: fc.integer({ min: 1, max: 300 }), deferred: fc.boolean() }), {
  maxLength: 5,
});

describe("paged structures", () => {
  it("a paged array and its forks each hold their own writes", () => {
    fc.assert(
      fc.property(history, runs, (steps, first) => {
        const copies = play<PagedArray<number>, Map<number, number>>(
          steps,
          () => begun(first),
          ({ structure, model }) => [
            { structure: structure.fork(new Owner()), model: new Map(model) },
            { structure: structure.fork(new Owner()), model: new Map(model) },
          ],
          ({ structure, model }, key, value) => {
            expect(structure.get(key)).toBe(model.get(key));
            if (key % 3 === 0) return;
            structure.set(key, value);
            if (value === undefined) model.delete(key);
            else model.set(key, value);
          },
        );
        for (const { structure, model } of copies) {
          const inOrder = [...model].sort(([a], [b]) => a - b).map(([, value]) => value);
          expect([...structure.values()]).toEqual(inOrder);
          for (let key = 0; key <= 1500; key += 7) expect(structure.get(key)).toBe(model.get(key));
          const behind: number[] = [];
          structure.each(5, (item) => behind.push(item) > 0);
          expect(behind).toEqual(inOrder.slice(5));
        }
      }),
    );
  });

  it("visits the same items whichever of their parts can be read alone", () => {
    const kind = fc.constantFrom("whole", "sketched", "in columns", "mostly", "made");
    const manyRuns = fc.array(fc.tuple(fc.integer({ min: 1, max: 1_200 }), kind), { maxLength: 5 });
    fc.assert(
      fc.property(
        manyRuns,
        fc.nat(900),
        fc.nat(2_000),
        fc.integer({ min: 1, max: 7 }),
        (given, from, length, atOnce) => {
          const array = new PagedArray<{ readonly value: number }>(new Owner());
          for (const [count, kind] of given) {
            const first = array.length;
            const itemAt = (index: number) => ({ value: first + index });
            if (kind === "made") array.append(Array.from({ length: count }, (_, at) => itemAt(at)));
            else array.defer(count, deferredAs(kind, itemAt, atOnce));
          }
          const until = Math.min(array.length, from + length);
          for (const hasColumns of [true, false]) {
            const visited: unknown[] = [];
            array.eachSketch(from, until, ["value"], {
              item: (item) => visited.push(item?.value),
              columns: hasColumns
                ? ([column], start, count) => column?.copyTo(visited, visited.length, start, start + count)
                : null,
            });
            expect(visited).toEqual(Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at));
          }
        },
      ),
    );
  });

  it("a paged map and its forks each hold their own writes", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const copies = play<PagedMap<string, number>, Map<string, number>>(
          steps,
          () => ({ structure: new PagedMap(new Owner()), model: new Map() }),
          ({ structure, model }) => [
            { structure: structure.fork(new Owner()), model: new Map(model) },
            { structure: structure.fork(new Owner()), model: new Map(model) },
          ],
          ({ structure, model }, key, value) => {
            if (value === undefined) {
              structure.delete(`k${key % 90}`);
              model.delete(`k${key % 90}`);
            } else {
              structure.set(`k${key % 90}`, value);
              model.set(`k${key % 90}`, value);
            }
          },
        );
        for (const { structure, model } of copies) {
          expect(new Map(structure.entries())).toEqual(model);
          expect(structure.size).toBe(model.size);
          for (const [key, value] of model) expect(structure.get(key)).toBe(value);
        }
      }),
    );
  });

  it("a sorted list and its forks are the sorted sets of their items", () => {
    fc.assert(
      fc.property(history, (steps) => {
        // Several items have a key.
        const order: ListOrder<number, number> = {
          compare: (left, right) => left - right,
          compareEqual: (left, right) => left - right,
          ownKeys: false,
        };
        const copies = play<SortedList<number, number>, Set<number>>(
          steps,
          () => ({ structure: new SortedList(new Owner(), order), model: new Set() }),
          ({ structure, model }) => [
            { structure: structure.fork(new Owner()), model: new Set(model) },
            { structure: structure.fork(new Owner()), model: new Set(model) },
          ],
          ({ structure, model }, key, value) => {
            // The cached places of keys must follow the writes.
            if (key % 2 === 0) structure.seek((own) => own < key >> 2);
            if (value === undefined) {
              expect(structure.remove(key, key >> 2)).toBe(model.delete(key));
            } else if (!model.has(key)) {
              structure.add(key, key >> 2);
              model.add(key);
            }
          },
        );
        for (const { structure, model } of copies) {
          const inOrder = [...model].sort((a, b) => a - b);
          const { start, end } = structure;
          for (const sought of [0, 40, 90, 170]) {
            const border = structure.seek((own) => own < sought);
            const below = inOrder.filter((item) => item >> 2 < sought);
            expect(structure.count(start, border)).toBe(below.length);
            expect([structure.at(border), structure.keyBefore(border)]).toEqual([
              inOrder[below.length],
              below.length === 0 ? undefined : (below.at(-1) ?? 0) >> 2,
            ]);
          }
          const up = inOrder.filter((item) => item % 3 > 0);
          const wanted = new Set(up);
          const down = [...up].sort((left, right) => (right >> 2) - (left >> 2) || left - right);
          for (const [from, until] of [
            [0, 1],
            [3, 10],
            [0, 1_000],
          ] as const) {
            expect(structure.take(start, end, false, wanted, from, until)).toEqual(up.slice(from, until));
            expect(structure.take(start, end, true, wanted, from, until)).toEqual(down.slice(from, until));
          }
          expect(structure.count(start, end)).toBe(model.size);
          expect([...structure]).toEqual(inOrder);
          expect(structure.length).toBe(model.size);
          expect(structure.last).toBe(inOrder.at(-1));
        }
      }),
    );
  });

  it("a sorted list gives items with equal keys in their order from its end too, however many they are", () => {
    const order = { compare: (left: number, right: number) => left - right, ownKeys: false };
    const list = new SortedList<number, number>(new Owner(), { ...order, compareEqual: order.compare });
    const keyOf = (item: number) => (item % 40 === 0 ? 1 : item % 4);
    const items = Array.from({ length: 2_000 }, (_, at) => at);
    for (const item of items) list.add(item, keyOf(item));
    for (const share of [1, 3, 70]) {
      const passing = items.filter((item) => item % share === 0);
      const down = [...passing].sort((left, right) => keyOf(right) - keyOf(left) || left - right);
      for (const start of [0, 20, 480, 1_990]) {
        const taken = list.take(list.start, list.end, true, new Set(passing), start, start + 25);
        expect(taken).toEqual(down.slice(start, start + 25));
      }
    }
  });

  it("a sorted list of many chunks stays in order", () => {
    const list = new SortedList<number>(
      new Owner(),
      orderBy((a, b) => a - b),
    );
    for (let number = 0; number < 5_000; number++) list.add((number * 7919) % 5_003, (number * 7919) % 5_003);
    expect([...list]).toEqual([...list].sort((a, b) => a - b));
    for (let number = 0; number < 5_000; number += 2) {
      expect(list.remove((number * 7919) % 5_003, (number * 7919) % 5_003)).toBe(true);
    }
    expect(list.length).toBe(2_500);
    expect([...list]).toEqual([...list].sort((a, b) => a - b));
  });
});
