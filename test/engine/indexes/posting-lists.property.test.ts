import { describe, expect, it } from "vitest";
import { PostingLists } from "../../../engine/indexes/posting-lists.ts";
import { Owner } from "../../../engine/structures/paged/owner.ts";
import { PagedBitmap } from "../../../engine/structures/paged/paged-bitmap.ts";
import { fc } from "../../support/fast-check.ts";

/** A number and a slot that has it. */
type Pair = readonly [number: number, slot: number];

const pair = fc.tuple(fc.nat(5), fc.nat(300));
const change = fc.tuple(pair, fc.boolean());

function pairsIn(numbered: PostingLists): string[] {
  const pairs: Pair[] = [];
  for (let number = 0; number < numbered.length; number++) {
    const slots = numbered.at(number);
    if (slots instanceof PagedBitmap) slots.each((slot) => pairs.push([number, slot]));
    else pairs.push(...slots.map((slot): Pair => [number, slot]));
  }
  return pairs.map(String).sort();
}

describe("posting lists", () => {
  it("have the numbers that were given to them and not taken away, as lists and as bits, in each fork its own", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(pair, { selector: String }),
        fc.array(change),
        fc.constantFrom(0, 4, 100),
        (built, changes, many) => {
          const base = PostingLists.build(new Owner(), many, function* (visit) {
            for (const [number, slot] of built) {
              visit(number, slot);
              yield;
            }
          });
          const fork = base.fork(new Owner());
          const held = new Map(built.map((each) => [String(each), each]));
          for (const [each, hasIt] of changes) {
            fork.mark(each[0], each[1], hasIt);
            if (hasIt) held.set(String(each), each);
            else held.delete(String(each));
          }
          expect(pairsIn(fork)).toEqual([...held.keys()].sort());
          expect(pairsIn(base)).toEqual(built.map(String).sort());
        },
      ),
    );
  });
});
