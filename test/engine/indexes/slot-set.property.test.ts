import { describe, expect, it } from "vitest";
import {
  countSlots,
  difference,
  eachSlot,
  emptyBits,
  intersection,
  listOf,
  type SlotSet,
  setBit,
  union,
  wantedOf,
} from "../../../engine/indexes/slot-set.ts";
import { SlotUnion } from "../../../engine/indexes/slot-union.ts";
import { withScratch } from "../../../engine/structures/bits/scratch.ts";
import { Owner } from "../../../engine/structures/paged/owner.ts";
import { PagedBitmap } from "../../../engine/structures/paged/paged-bitmap.ts";
import { fc } from "../../support/fast-check.ts";

const SLOTS = 300;

const given = fc.record({ slots: fc.uniqueArray(fc.nat(SLOTS - 1), { maxLength: 200 }), asBits: fc.boolean() });

function setOf({ slots, asBits }: { readonly slots: readonly number[]; readonly asBits: boolean }): SlotSet {
  if (!asBits) return { kind: "list", slots };
  const words = emptyBits(SLOTS);
  for (const slot of slots) setBit(words, slot);
  return { kind: "bits", words };
}

function slotsIn(set: SlotSet): number[] {
  const slots: number[] = [];
  eachSlot(set, (slot) => slots.push(slot) > 0);
  expect(countSlots(set)).toBe(slots.length);
  expect(listOf(set)).toEqual(slots);
  return slots.sort((left, right) => left - right);
}

const inOrder = (slots: Iterable<number>) => [...new Set(slots)].sort((left, right) => left - right);

describe("sets of slots, as lists and as bits", () => {
  it("are joined, intersected and taken from each other as sets are", () => {
    fc.assert(
      fc.property(given, given, (one, other) => {
        const inOne = new Set(one.slots);
        const inOther = new Set(other.slots);
        const both = one.slots.filter((slot) => inOther.has(slot));
        expect(slotsIn(intersection(setOf(one), setOf(other), SLOTS))).toEqual(inOrder(both));
        expect(slotsIn(union(setOf(one), setOf(other), SLOTS))).toEqual(inOrder([...inOne, ...inOther]));
        const left = one.slots.filter((slot) => !inOther.has(slot));
        expect(slotsIn(difference(setOf(one), setOf(other), SLOTS))).toEqual(inOrder(left));
      }),
    );
  });

  it("are the same in memory that the next query uses again", () => {
    fc.assert(
      fc.property(given, given, (one, other) => {
        const inOther = new Set(other.slots);
        const wanted = { has: (slot: number) => inOther.has(slot) };
        withScratch(Number.POSITIVE_INFINITY, () => {
          const both = one.slots.filter((slot) => inOther.has(slot));
          const among = wantedOf(one.slots, wanted);
          const left = difference(setOf(one), setOf(other), SLOTS);
          // Lists of one query do not overlap.
          expect(slotsIn({ kind: "list", slots: among })).toEqual(inOrder(both));
          expect(slotsIn({ kind: "list", slots: wantedOf(among, wanted) })).toEqual(inOrder(both));
          expect(slotsIn(left)).toEqual(inOrder(one.slots.filter((slot) => !inOther.has(slot))));
          expect(slotsIn(union({ kind: "list", slots: among }, left, SLOTS))).toEqual(inOrder(one.slots));
        });
      }),
    );
  });

  it("are added up one after the other, as lists and as bits", () => {
    const lists = fc.array(fc.uniqueArray(fc.nat(SLOTS * 256 - 1), { maxLength: 120 }), { maxLength: 5 });
    fc.assert(
      fc.property(lists, fc.boolean(), (all, inScratch) => {
        const addUp = () => {
          const sum = new SlotUnion(SLOTS * 256, false);
          for (const list of all) sum.addList(list);
          expect(slotsIn(sum.set)).toEqual(inOrder(all.flat()));
        };
        if (inScratch) withScratch(Number.POSITIVE_INFINITY, addUp);
        else addUp();
      }),
    );
  });

  it("are visited until a visit answers false", () => {
    for (const asBits of [false, true]) {
      const visited: number[] = [];
      eachSlot(setOf({ slots: [3, 40, 290], asBits }), (slot) => visited.push(slot) < 2);
      expect(visited).toEqual([3, 40]);
    }
  });
});

describe("bits that are kept", () => {
  it("hold all added and not deleted items, and a fork changes none of them", () => {
    const number = fc.constantFrom(3, 40, 8_191, 8_192, 8_200, 32_767, 32_768, 70_000);
    const changes = fc.array(fc.tuple(number, fc.boolean()));
    fc.assert(
      fc.property(fc.uniqueArray(number), changes, changes, (first, before, after) => {
        const bits = PagedBitmap.of(new Owner(), first);
        const held = new Set(first);
        expect(bits.size).toBe(held.size);
        const change = (to: PagedBitmap, of: Set<number>, [number, added]: readonly [number, boolean]) => {
          if (added) {
            to.add(number);
            of.add(number);
          } else {
            to.delete(number);
            of.delete(number);
          }
        };
        for (const each of before) change(bits, held, each);
        const copy = bits.copy();
        const fork = bits.fork(new Owner());
        const inFork = new Set(held);
        for (const each of after) change(fork, inFork, each);
        expect(numbersIn(bits)).toEqual(inOrder(held));
        expect(numbersIn(copy)).toEqual(inOrder(held));
        expect(numbersIn(fork)).toEqual(inOrder(inFork));
        for (const number of inFork) expect(fork.has(number)).toBe(true);
      }),
    );
  });

  it("are compared with others as sets are", () => {
    const numbers = fc.uniqueArray(fc.constantFrom(0, 3, 31, 32, 40, 255, 8_191, 8_192, 8_200, 20_000));
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const [left, right] = [keptOf(one), keptOf(other)];
        const common = one.filter((number) => other.includes(number));
        const words = emptyBits(20_001);
        left.copyTo(words);
        expect(right.countIn(words)).toBe(common.length);
        right.keepIn(words);
        expect(slotsIn({ kind: "bits", words })).toEqual(inOrder(common));
        left.copyTo(words);
        right.removeFrom(words);
        expect(slotsIn({ kind: "bits", words })).toEqual(inOrder(one.filter((number) => !common.includes(number))));
        left.orInto(right);
        expect(left.size).toBe(new Set([...one, ...other]).size);
        const visited: number[] = [];
        left.each((number) => visited.push(number));
        expect(visited).toEqual(inOrder([...one, ...other]));
        expect(numbersIn(right)).toEqual(inOrder(other));
      }),
    );
  });
});

function keptOf(numbers: readonly number[]): PagedBitmap {
  const bits = new PagedBitmap(new Owner());
  for (const number of numbers) bits.add(number);
  return bits;
}

function numbersIn(bits: PagedBitmap): number[] {
  const words = emptyBits(70_001);
  bits.addTo(words);
  const numbers = slotsIn({ kind: "bits", words });
  bits.removeFrom(words);
  expect(slotsIn({ kind: "bits", words })).toEqual([]);
  return numbers;
}
