import type { TestedRows } from "../../indexes/building/found/tested-rows.ts";
import type { RowTests } from "../../indexes/building/test-build.ts";
import { anyBits, bitsOf, countSlots, type SlotSet, union } from "../../indexes/slot-set.ts";
import type { Row } from "../../values/row.ts";
import type { Conditions } from "../match/conditions.ts";
import { matcherOf } from "../match/matcher.ts";
import { partsTested } from "../match/parts-read.ts";
import { testCost } from "../match/test-cost.ts";
import { followsState, type RowSource, withBudgetOfSlices } from "../row-source.ts";
import { typesSelecting } from "../types-read.ts";
import type { QueryPart, WorkBudget } from "../work-budget.ts";

/** A query that may be suspended tests one in this many of the rows over which indexes are built in slices. */
const AT_ONCE_SHARE = 16;

/** The fewest rows of a scan that are tested in slices together. */
const SCANNED = 16_384;

/**
 * Tests of rows, by slot, for conditions that no index serves: charged to the work budget. Where there are many, a query that
 * may be suspended ends until they were made in slices, or until the indexes are there that other queries wait for too.
 */
export class SlotTests {
  readonly #source: RowSource;
  readonly #conditions: Conditions;
  readonly #test: (row: Row) => boolean;
  readonly #cost: number;
  readonly #part: QueryPart;
  readonly #putOff: number[] = [];
  /** How many rows may be tested now. */
  #left: number;
  #known: TestedRows | null = null;

  /** Null if every row meets the conditions. */
  static of(source: RowSource, conditions: Conditions): SlotTests | null {
    const test = matcherOf(source, conditions);
    return test === null ? null : new SlotTests(source, conditions, test);
  }

  private constructor(source: RowSource, conditions: Conditions, test: (row: Row) => boolean) {
    const { demand, state } = source.context.view;
    this.#source = source;
    this.#conditions = conditions;
    this.#test = test;
    this.#cost = testCost(conditions);
    this.#part = conditions.filter === null ? "_q" : "filters";
    const { manyRows } = state.shape.limits;
    const isLarge = demand.areMany(source.space.slots, manyRows);
    const atOnce = demand.suspends ? Math.floor(manyRows / AT_ONCE_SHARE) : manyRows;
    this.#left = isLarge ? atOnce : Number.POSITIVE_INFINITY;
  }

  /** The slots of a set whose rows match. */
  matchingIn(set: SlotSet): SlotSet {
    const count = countSlots(set);
    if (count <= this.#left || this.#isAtOnce) return this.#matchingNow(set, count);
    const tested = this.#tested;
    const { slots } = this.#source.space;
    const words = bitsOf(set, slots);
    const left = anyBits(slots);
    left.set(words);
    tested.tested.removeFrom(left);
    const leftCount = countSlots({ kind: "bits", words: left });
    if (leftCount > this.#left) this.#suspend(left);
    this.#work.spend((count - leftCount) * tested.testCost, this.#part);
    tested.matching.keepIn(words);
    const others = this.#matchingNow({ kind: "bits", words: left }, leftCount);
    return union({ kind: "bits", words }, others, slots);
  }

  /** Whether the test of the row in a slot of a scan is put off, so that the scan goes on without. */
  isPutOff(slot: number): boolean {
    if (this.#left > 0 || this.#isAtOnce || this.#tested.tested.has(slot)) return false;
    this.#putOff.push(slot);
    return true;
  }

  /** Whether the scan may go on though tests were put off. */
  get mayPutOffMore(): boolean {
    return this.#putOff.length < Math.max(SCANNED, this.#tested.tested.size);
  }

  /** Whether the row in a slot matches. */
  matches(slot: number): boolean {
    if (this.#left <= 0) {
      this.#work.spend(this.#tested.testCost, this.#part);
      return this.#tested.matching.has(slot);
    }
    this.#left--;
    this.#work.spend(this.#cost, this.#part);
    return this.#matchesNow(slot);
  }

  /** Ends a scan, and with it the query if tests were put off. */
  end(): void {
    if (this.#putOff.length === 0) return;
    this.#suspend(bitsOf({ kind: "list", slots: this.#putOff }, this.#source.space.slots));
  }

  /** Whether many rows are tested at once. Ends a query that needs its indexes. */
  get #isAtOnce(): boolean {
    const { demand } = this.#source.context.view;
    if (demand.suspends) return false;
    demand.scansMany();
    this.#left = Number.POSITIVE_INFINITY;
    return true;
  }

  get #work(): WorkBudget {
    return this.#source.context.view.work;
  }

  /** The rows that were tested in slices. */
  get #tested(): TestedRows {
    if (this.#known === null) {
      this.#known = testedRows(this.#source, this.#conditions);
      this.#known.throwFailure(this.#work.left);
    }
    return this.#known;
  }

  #matchingNow(set: SlotSet, count: number): SlotSet {
    this.#work.spend(count * this.#cost, this.#part);
    const slots: number[] = [];
    if (set.kind === "list") {
      for (let at = 0; at < set.slots.length; at++) {
        const slot = set.slots[at] as number;
        if (this.#matchesNow(slot)) slots.push(slot);
      }
    } else {
      const { words } = set;
      const parts = partsTested(this.#source, this.#conditions);
      this.#source.space.eachSketchIn(words, 0, words.length, parts, (row) => {
        if (this.#test(row)) slots.push(row.slot);
      });
    }
    return { kind: "list", slots };
  }

  #matchesNow(slot: number): boolean {
    const row = this.#source.space.row(slot);
    return row !== undefined && this.#test(row);
  }

  /** Ends the query until the rows in some slots are tested, or its indexes are there. */
  #suspend(words: Int32Array): never {
    const tested = this.#tested;
    const { context, space } = this.#source;
    const { state, demand } = context.view;
    const source = withBudgetOfSlices(this.#source);
    const budget = source.context.view.work;
    const test = matcherOf(source, this.#conditions);
    const matches = (row: Row): boolean => {
      budget.spend(this.#cost, this.#part);
      return test === null || test(row);
    };
    const parts = partsTested(source, this.#conditions);
    const each: RowTests["each"] = (from, until, visit) => space.eachSketchIn(own, from, until, parts, visit);
    const follows = followsState(this.#source);
    const types = typesBehind(this.#source, this.#conditions);
    const isCurrent = () => follows() && state.lastChangeOfAny(types) === tested.revision;
    // The words are memory of the query.
    const own = words.slice();
    const tests: RowTests = { words: own.length, each, budget, matches, isCurrent };
    return demand.suspendForScan(() => space.indexes.testInSlices(tests, tested));
  }
}

/** The rows that were tested for the same conditions in the same view. */
function testedRows(source: RowSource, conditions: Conditions): TestedRows {
  const { view, negation } = source.context;
  const { filter, search, publicationFilter } = conditions;
  const types = typesBehind(source, conditions);
  // Forks share indexes, but not the other data that the conditions depend on.
  const state = types.length === 0 ? null : view.state.serial;
  const seen = [view.behindPlainTypes, view.localizations, negation, state];
  const name = JSON.stringify([filter, search, publicationFilter, ...seen]);
  return source.space.indexes.tested.of(name, view.state.lastChangeOfAny(types));
}

/** The types that conditions depend on, besides the values of the row. */
function typesBehind({ context, type }: RowSource, { filter, publicationFilter }: Conditions): readonly string[] {
  const { schema, relations } = context.view.state.shape;
  const types = typesSelecting(schema, relations, type, { filter, sort: [] });
  return publicationFilter === null ? types : [...types, type.uid];
}
