import { describe, expect, it } from "vitest";
import { PostingLists } from "../../../engine/indexes/posting-lists.ts";
import { eachSlot, emptyBits, setBit } from "../../../engine/indexes/slot-set.ts";
import { SlotUnion } from "../../../engine/indexes/slot-union.ts";
import { Owner } from "../../../engine/structures/paged/owner.ts";
import { PagedBitmap } from "../../../engine/structures/paged/paged-bitmap.ts";
import { fc } from "../../support/fast-check.ts";

/** A number and a slot that has it. */
type Pair = readonly [number: number, slot: number];

const NUMBERS = 6;
const SLOTS = 301;

const pair = fc.tuple(fc.nat(NUMBERS - 1), fc.nat(SLOTS - 1));
const change = fc.tuple(pair, fc.boolean());
const many = fc.constantFrom(0, 4, 100);

function built(pairs: readonly Pair[], many: number, areDisjoint = false): PostingLists {
  const each = function* (visit: (number: number, slot: number) => void) {
    for (const [number, slot] of pairs) {
      visit(number, slot);
      yield;
    }
  };
  return PostingLists.build(new Owner(), many, each, areDisjoint);
}

function pairsIn(numbered: PostingLists): string[] {
  const pairs: Pair[] = [];
  for (let number = 0; number < numbered.length; number++) {
    const slots = numbered.at(number);
    if (slots instanceof PagedBitmap) slots.each((slot) => pairs.push([number, slot]));
    else for (const slot of slots) pairs.push([number, slot]);
  }
  return pairs.map(String).sort();
}

/** The slots with one of some numbers, in order, by a union; `slots`: how many slots there are said to be. */
function unionOf(numbered: PostingLists, numbers: Iterable<number>, slots: number): number[] {
  const union = new SlotUnion(slots, false);
  for (const number of numbers) expect(numbered.addTo(union, number)).toBe(numbered.lengthAt(number));
  const bitmap = emptyBits(NUMBERS + 1);
  for (const number of numbers) setBit(bitmap, number);
  expect(numbered.lengthAtAll(bitmap)).toBe([...numbers].reduce((sum, number) => sum + numbered.lengthAt(number), 0));
  const found: number[] = [];
  eachSlot(union.set, (slot) => found.push(slot) > 0);
  return found.sort((one, other) => one - other);
}

describe("posting lists", () => {
  it("have no slots for numbers beyond the last one", () => {
    const numbered = built(
      [
        [0, 1],
        [2, 5],
        [2, 6],
      ],
      100,
    );
    const bitmap = emptyBits(64);
    for (const number of [0, 2, 3, 4, 40]) setBit(bitmap, number);
    expect(numbered.lengthAtAll(bitmap)).toBe(3);
    for (const number of [3, 4, 40])
      expect([numbered.lengthAt(number), numbered.addTo(new SlotUnion(SLOTS, false), number)]).toEqual([0, 0]);
  });

  it("have the numbers that were given to them and not taken away, as lists and as bits, in each fork its own", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(pair, { selector: String }),
        fc.array(change),
        many,
        fc.uniqueArray(fc.nat(NUMBERS)),
        fc.constantFrom(SLOTS, 100_000),
        (pairs, changes, many, numbers, slots) => {
          const base = built(pairs, many);
          const fork = base.fork(new Owner());
          const held = new Map(pairs.map((each) => [String(each), each]));
          for (const [each, hasIt] of changes) {
            fork.mark(each[0], each[1], hasIt);
            if (hasIt) held.set(String(each), each);
            else held.delete(String(each));
          }
          expect(pairsIn(fork)).toEqual([...held.keys()].sort());
          expect(pairsIn(base)).toEqual(pairs.map(String).sort());
          const wanted = [...held.values()].filter(([number]) => numbers.includes(number)).map(([, slot]) => slot);
          expect(unionOf(fork, numbers, slots)).toEqual([...new Set(wanted)].sort((one, other) => one - other));
          for (let slot = 0; slot < SLOTS; slot++) expect(fork.numberOf(slot)).toBeUndefined();
        },
      ),
    );
  });

  it("know the number of each slot if no slot has two, in each fork its own", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(pair, { selector: ([, slot]) => slot }),
        fc.array(fc.tuple(pair, fc.constantFrom("gone", "moved", "moved and gone before"))),
        many,
        (pairs, changes, many) => {
          const base = built(pairs, many, true);
          const fork = base.fork(new Owner());
          const numbers = new Map(pairs.map(([number, slot]) => [slot, number]));
          for (const [[number, slot], how] of changes) {
            const before = numbers.get(slot);
            if (how !== "moved" && before !== undefined) fork.mark(before, slot, false);
            if (how !== "gone") fork.mark(number, slot, true);
            if (how === "moved" && before !== undefined && before !== number) fork.mark(before, slot, false);
            if (how === "gone") numbers.delete(slot);
            else numbers.set(slot, number);
          }
          const before = new Map(pairs.map(([number, slot]) => [slot, number]));
          for (let slot = 0; slot < SLOTS; slot++) {
            expect(fork.numberOf(slot)).toBe(numbers.get(slot));
            expect(base.numberOf(slot)).toBe(before.get(slot));
          }
        },
      ),
    );
  });
});
