import type { TestedRows } from "../../indexes/building/found/tested-rows.ts";
import { anyBits, bitsOf, countSlots, eachSlot, type SlotSet, union } from "../../indexes/slot-set.ts";
import type { State } from "../../state/state.ts";
import type { Row } from "../../values/row.ts";
import type { Conditions } from "../match/conditions.ts";
import { matcherOf } from "../match/matcher.ts";
import { testCost } from "../match/test-cost.ts";
import { followsState, type RowSource } from "../row-source.ts";
import { typesSelecting } from "../types-read.ts";
import { type QueryPart, WorkBudget } from "../work-budget.ts";

/** A query that may be suspended tests one in this many of the rows over which indexes are built in slices. */
const AT_ONCE_SHARE = 16;

/** The fewest rows of a scan that are tested in slices together. */
const SCANNED = 16_384;

/** The most work that is counted where it is not limited. */
const COUNTED = 1e12;

/**
 * Tests of rows, by slot, for conditions that no index serves: charged to the work budget. Where there are many, a query that
 * may be suspended ends until they were made in slices.
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
    const { indexDemand, shape } = source.context.view.state;
    this.#source = source;
    this.#conditions = conditions;
    this.#test = test;
    this.#cost = testCost(conditions);
    this.#part = conditions.filter === null ? "_q" : "filters";
    const { manyRows } = shape.limits;
    const isSuspended = indexDemand.suspendsOver(source.space.slots, manyRows);
    this.#left = isSuspended ? Math.floor(manyRows / AT_ONCE_SHARE) : Number.POSITIVE_INFINITY;
  }

  /** The slots of a set whose rows match. */
  matchingIn(set: SlotSet): SlotSet {
    const count = countSlots(set);
    if (count <= this.#left) return this.#matchingNow(set, count);
    const tested = this.#tested;
    const { slots } = this.#source.space;
    const words = bitsOf(set, slots);
    const left = anyBits(slots);
    left.set(words);
    tested.tested.removeFrom(left);
    const leftCount = countSlots({ kind: "bits", words: left });
    if (leftCount > this.#left) this.#suspend(left);
    this.#work.spendInSlices((count - leftCount) * tested.testCost, this.#part);
    tested.matching.keepIn(words);
    const others = this.#matchingNow({ kind: "bits", words: left }, leftCount);
    return union({ kind: "bits", words }, others, slots);
  }

  /** Whether the test of the row in a slot of a scan is put off, so that the scan goes on without. */
  isPutOff(slot: number): boolean {
    if (this.#left > 0 || this.#tested.tested.has(slot)) return false;
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
      this.#work.spendInSlices(this.#tested.testCost, this.#part);
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

  get #work(): WorkBudget {
    return this.#source.context.view.work;
  }

  /** The rows that were tested in slices. */
  get #tested(): TestedRows {
    if (this.#known === null) {
      this.#known = testedRows(this.#source, this.#conditions);
      this.#known.throwFailure(this.#work.leftOver);
    }
    return this.#known;
  }

  #matchingNow(set: SlotSet, count: number): SlotSet {
    this.#work.spend(count * this.#cost, this.#part);
    const slots: number[] = [];
    eachSlot(set, (slot) => {
      if (this.#matchesNow(slot)) slots.push(slot);
      return true;
    });
    return { kind: "list", slots };
  }

  #matchesNow(slot: number): boolean {
    const row = this.#source.space.row(slot);
    return row !== undefined && this.#test(row);
  }

  /** Ends the query until the rows in some slots are tested. */
  #suspend(words: Int32Array): never {
    const tested = this.#tested;
    const { context, space } = this.#source;
    const { state } = context.view;
    const budget = WorkBudget.ofCaller(Math.min(this.#work.leftOver, COUNTED));
    const test = matcherOf(charging(this.#source, budget), this.#conditions);
    const matches = (row: Row): boolean => {
      budget.spend(this.#cost, this.#part);
      return test === null || test(row);
    };
    const follows = followsState(this.#source);
    const types = typesBehind(this.#source, this.#conditions);
    const isCurrent = () => follows() && lastChangeOf(state, types) === tested.revision;
    // The words are memory of the query.
    return space.indexes.testInSlices({ words: words.slice(), budget, matches, isCurrent }, tested, state.indexDemand);
  }
}

/** The same rows, for tests that are charged to another budget. */
function charging(source: RowSource, work: WorkBudget): RowSource {
  const { context } = source;
  return { ...source, context: { ...context, view: { ...context.view, work } } };
}

/** The rows that were tested for the same conditions in the same view. */
function testedRows(source: RowSource, conditions: Conditions): TestedRows {
  const { view, negation } = source.context;
  const { filter, search, publicationFilter } = conditions;
  const types = typesBehind(source, conditions);
  // Forks share indexes, but not what else the conditions depend on.
  const state = types.length === 0 ? null : view.state.serial;
  const seen = [view.behindPlainTypes, view.localizations, negation, state];
  const name = JSON.stringify([filter, search, publicationFilter, ...seen]);
  return source.space.indexes.tested.of(name, lastChangeOf(view.state, types));
}

/** Revision of the state at the last change of one of some types. */
function lastChangeOf(state: State, types: readonly string[]): number {
  return types.reduce((last, type) => Math.max(last, state.lastChange(type)), 0);
}

/** The types that conditions depend on, besides the values of the row. */
function typesBehind({ context, type }: RowSource, { filter, publicationFilter }: Conditions): readonly string[] {
  const { schema, relations } = context.view.state.shape;
  const types = typesSelecting(schema, relations, type, { filter, sort: [] });
  return publicationFilter === null ? types : [...types, type.uid];
}
