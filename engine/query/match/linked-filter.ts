import type { ContentType } from "../../schema/content-type.ts";
import type { Row } from "../../values/row.ts";
import type { Layer } from "../../values/version.ts";
import type { Position } from "../position.ts";
import type { Filter } from "../query.ts";
import type { ReadContext } from "../read-context.ts";
import { rowSourceOf } from "../row-source.ts";
import { type Predicate, predicateOf } from "./predicate.ts";
import { filterTestCost } from "./test-cost.ts";

/**
 * Results of a filter are cached once a query has tested this share of the rows: for fewer tests the memory is not
 * worthwhile.
 */
const TESTED_SHARE = 64;

/** Results of a filter by slot; zero if the slot was never tested. */
const PASSES = 1;
const FAILS = 2;

/**
 * Filters the entries linked to many nodes. Rows may be linked to several of them, so each row is tested once and its
 * result is cached by slot for the rest of the query. Every test is charged before it is made.
 */
export function linkedFilter(context: ReadContext, to: Position, filter: Filter): Predicate {
  const { view, negation } = context;
  const passes = predicateOf(view, to, filter, negation);
  const cost = filterTestCost(filter);
  const test: Predicate = (node, layer) => {
    view.work.spend(cost, "filters");
    return passes(node, layer);
  };
  const { model } = to;
  if (model.model !== "content-type") return test;
  const results = new Map<Layer, RowTest>();
  const resultsIn = (layer: Layer): RowTest => {
    const known = results.get(layer) ?? new RowTest(context, model, layer);
    results.set(layer, known);
    return known;
  };
  let lately: RowTest | null = null;
  return (node, layer) => {
    if (!("slot" in node)) return test(node, layer);
    // Successive rows are mostly from the same layer.
    if (lately?.layer !== layer) lately = resultsIn(layer);
    return lately.passes(node, test);
  };
}

/** The results of a filter for the rows of one type in one layer. */
class RowTest {
  readonly layer: Layer;
  readonly #slots: number;
  #tested = 0;
  #results: Uint8Array | null = null;

  constructor(context: ReadContext, type: ContentType, layer: Layer) {
    this.layer = layer;
    this.#slots = rowSourceOf(context, type, layer).space.slots;
  }

  passes(row: Row, test: Predicate): boolean {
    const known = this.#results?.[row.slot];
    if (known === PASSES || known === FAILS) return known === PASSES;
    const passes = test(row, this.layer);
    this.#tested += 1;
    if (this.#results === null && this.#tested * TESTED_SHARE > this.#slots)
      this.#results = new Uint8Array(this.#slots);
    if (this.#results !== null) this.#results[row.slot] = passes ? PASSES : FAILS;
    return passes;
  }
}
