import type { ContentType } from "../../schema/content-type.ts";
import type { Row } from "../../values/row.ts";
import type { Layer } from "../../values/version.ts";
import type { Position } from "../position.ts";
import type { Filter } from "../query.ts";
import type { ReadContext } from "../read-context.ts";
import { rowSourceOf } from "../row-source.ts";
import { type Predicate, predicateOf } from "./predicate.ts";
import { filterTestCost } from "./test-cost.ts";

/** Results of a filter are kept once a query has tested this share of the rows: few tests do not pay for the memory. */
const TESTED_SHARE = 64;

/** Results of a filter by slot; zero for a slot that was never tested. */
const PASSES = 1;
const FAILS = 2;

/**
 * The filter of what is linked to many nodes. Rows are linked to several of them: each row is tested once, and its result
 * kept by its slot for the rest of the query. Every test is charged before it is done.
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
    // Rows mostly come from one layer.
    if (lately?.layer !== layer) lately = resultsIn(layer);
    return lately.passes(node, test);
  };
}

/** What the rows of one type in one layer came to under a filter. */
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
