import { describe, expect, it } from "vitest";
import { finish } from "../../../engine/indexes/building/steps.ts";
import { orderBy } from "../../../engine/indexes/ordered/index-order.ts";
import { OrderedIndex } from "../../../engine/indexes/ordered/ordered-index.ts";
import { PostingLists } from "../../../engine/indexes/posting-lists.ts";
import { SortedPostings } from "../../../engine/indexes/sorted-postings.ts";
import { orderingOf } from "../../../engine/query/match/order.ts";
import { Owner } from "../../../engine/structures/paged/owner.ts";
import { PagedArray } from "../../../engine/structures/paged/paged-array.ts";
import type { Row } from "../../../engine/values/row.ts";
import { fc } from "../../support/fast-check.ts";

/** More than a query sorts by itself. */
const ROWS = 9_000;

/** Lists by number: of every row, of every second one, and so on. */
const SHARES = [1, 2, 3, 100];

/** More requests than it takes until the longest list is worth sorting. */
const ASKS = 8;

const field = {
  name: "value",
  parts: ["value"],
  read: (row: Row) => row.cells[0] as number,
  ...orderingOf("integer"),
};

function rowAt(slot: number, value: number): Row {
  const time = "2024-01-01T00:00:00.000Z";
  const named = { id: slot + 1, slot, document: slot, documentId: `d${slot}`, status: "published" } as const;
  return { ...named, createdAt: time, updatedAt: time, publishedAt: time, cells: [value], entry: null };
}

/** Lists over rows that change with them, with the steps that are left for the time between requests. */
class Lists {
  readonly #rows = new PagedArray<Row>(new Owner());
  readonly #index: OrderedIndex;
  readonly #postings: PostingLists;
  readonly #sorted: SortedPostings;
  readonly #descending: boolean;
  readonly #steps = new Map<string, () => boolean>();

  constructor(factor: number, descending: boolean, many: number) {
    for (let slot = 0; slot < ROWS; slot++) this.#rows.set(slot, rowAt(slot, (slot * factor) % 997));
    this.#index = OrderedIndex.build(new Owner(), orderBy(field), this.#rows);
    this.#index.labels(ROWS);
    this.#postings = finish(
      PostingLists.inSteps(new Owner(), many, function* (visit) {
        for (let slot = 0; slot < ROWS; slot++) {
          for (const [number, share] of SHARES.entries()) if (slot % share === 0) visit(number, slot);
        }
        yield;
      }),
    );
    this.#descending = descending;
    const upkeep = {
      grows: () => {},
      later: (name: string, step: () => boolean) => this.#steps.set(name, step),
    };
    this.#sorted = new SortedPostings("value", this.#postings, this.#index, descending, upkeep);
  }

  change(slot: number, value: number): void {
    const before = this.#rows.get(slot) as Row;
    const after = rowAt(slot, value);
    this.#rows.set(slot, after);
    this.#index.replace(before, after);
  }

  makeSteps(most: number): void {
    for (const [name, step] of this.#steps) {
      for (let made = 0; made < most; made++) if (step()) this.#steps.delete(name);
    }
  }

  /** The list with a number if it is sorted; it must be in order. */
  ask(number: number): number {
    const list = this.#sorted.at(number);
    if (list !== null) expect([...list]).toEqual(this.#inOrder(SHARES[number] ?? 1));
    return list?.length ?? 0;
  }

  #inOrder(share: number): readonly number[] {
    const sign = this.#descending ? -1 : 1;
    const keyOf = (slot: number) => Number(this.#rows.get(slot)?.cells[0]);
    return Array.from({ length: Math.ceil(ROWS / share) }, (_, at) => at * share).sort(
      (left, right) => sign * (keyOf(left) - keyOf(right)) || left - right,
    );
  }
}

type Step =
  | { readonly kind: "ask"; readonly number: number }
  | { readonly kind: "steps"; readonly most: number }
  | { readonly kind: "change"; readonly slot: number; readonly value: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("ask" as const), number: fc.nat(SHARES.length - 1) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("steps" as const), most: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("change" as const), slot: fc.nat(ROWS - 1), value: fc.nat(1_000) }),
  },
);

describe("posting lists in the order of an index", () => {
  it("are in order whenever they are there, also where rows change while long ones are sorted", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        fc.constantFrom(7, 7_919),
        fc.boolean(),
        fc.constantFrom(1, ROWS),
        (course, factor, descending, many) => {
          const lists = new Lists(factor, descending, many);
          for (const each of course) {
            if (each.kind === "ask") lists.ask(each.number);
            else if (each.kind === "steps") lists.makeSteps(each.most);
            else lists.change(each.slot, each.value);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it("are sorted by the query that finds it worthwhile if they are short, and between requests if they are long", () => {
    const lists = new Lists(7_919, true, ROWS);
    const asks = (number: number) => Array.from({ length: ASKS }, () => lists.ask(number)).at(-1);
    expect(asks(3)).toBe(ROWS / 100);
    expect(asks(0)).toBe(0);
    expect(asks(1)).toBe(0);
    lists.makeSteps(1_000);
    expect(asks(0)).toBe(ROWS);
    expect(asks(1)).toBe(ROWS / 2);
  });
});
