import type { ContentType } from "../../schema/content-type.ts";
import type { Row } from "../../values/row.ts";
import type { Status } from "../../values/version.ts";
import { type Ground, groundOf } from "../ground.ts";
import { type Predicate, predicateOf } from "../match/predicate.ts";
import { type Seen, sorted, spendOnSorting } from "../match/sort.ts";
import type { Place } from "../place.ts";
import { weightOfFilter } from "../plan/weight.ts";
import type { Filter, SortKey } from "../query.ts";
import type { Reading } from "../reading.ts";
import { sortSlots } from "./sort-slots.ts";
import { keptWalkOf, type Walk, walkOf } from "./walk.ts";

/** An index of the rows behind an attribute is built once a query has sorted this share of them, one part of so many. */
const SORTED_SHARE = 4;

/** Results of a filter are kept once a query has tested this share of the rows: few tests do not pay for the memory. */
const TESTED_SHARE = 64;

/** Results of a filter by slot; zero for a slot that was never tested. */
const PASSES = 1;
const FAILS = 2;

/**
 * The filter of what is linked to many nodes. Rows are linked to several of them: each row is tested once, and its result
 * kept by its slot for the rest of the query. Every test is charged before it is done.
 */
export function linkedFilter(reading: Reading, to: Place, filter: Filter): Predicate {
  const { sight, negation } = reading;
  const passes = predicateOf(sight, to, filter, negation);
  const weight = weightOfFilter(filter);
  const test: Predicate = (node, layer) => {
    sight.allowance.spend(weight, "filters");
    return passes(node, layer);
  };
  const { model } = to;
  if (model.model !== "content-type") return test;
  const results = { draft: new RowTest(reading, model, "draft"), published: new RowTest(reading, model, "published") };
  return (node, layer) => ("slot" in node ? results[layer].passes(node, test) : test(node, layer));
}

/** What the rows of one type in one layer came to under a filter. */
class RowTest {
  readonly #layer: Status;
  readonly #slots: number;
  #tested = 0;
  #results: Uint8Array | null = null;

  constructor(reading: Reading, type: ContentType, layer: Status) {
    this.#layer = layer;
    this.#slots = groundOf(reading, type, layer).space.slots;
  }

  passes(row: Row, test: Predicate): boolean {
    const known = this.#results?.[row.slot];
    if (known === PASSES || known === FAILS) return known === PASSES;
    const passes = test(row, this.#layer);
    this.#tested += 1;
    if (this.#results === null && this.#tested * TESTED_SHARE > this.#slots)
      this.#results = new Uint8Array(this.#slots);
    if (this.#results !== null) this.#results[row.slot] = passes ? PASSES : FAILS;
    return passes;
  }
}

/** Puts what is linked to one node in order. */
type Arrange = (found: readonly Seen[]) => readonly Seen[];

/**
 * The order of what is linked to many nodes. Where an index has that order, or enough rows are sorted for one to pay, rows
 * are compared by their ranks there and not by their values.
 */
export function linkedOrder(reading: Reading, to: Place, keys: readonly SortKey[]): Arrange {
  const { sight } = reading;
  const plainly: Arrange = (found) => sorted(sight, to, keys, found);
  const { model } = to;
  if (model.model !== "content-type") return plainly;
  const orders = {
    draft: new RowOrder(reading, model, keys, "draft"),
    published: new RowOrder(reading, model, keys, "published"),
  };
  return (found) => {
    const [first, second] = found;
    if (first === undefined || second === undefined) return found;
    return orders[first.layer].arrange(found) ?? plainly(found);
  };
}

/** The order of the rows of one type in one layer. */
class RowOrder {
  readonly #ground: Ground;
  readonly #keys: readonly SortKey[];
  #sorted = 0;
  #walk: Walk | null;

  constructor(reading: Reading, type: ContentType, keys: readonly SortKey[], layer: Status) {
    this.#ground = groundOf(reading, type, layer);
    this.#keys = keys;
    this.#walk = keptWalkOf(this.#ground, keys);
  }

  /** Null where rows are to be compared by their values. */
  arrange(found: readonly Seen[]): readonly Seen[] | null {
    const { reading, space } = this.#ground;
    this.#sorted += found.length;
    if (this.#walk === null && this.#sorted > space.size / SORTED_SHARE) this.#walk = walkOf(this.#ground, this.#keys);
    if (this.#walk === null) return null;
    const bySlot = new Map<number, Seen>();
    for (const seen of found) if ("slot" in seen.node) bySlot.set(seen.node.slot, seen);
    const slots = [...bySlot.keys()];
    // A row may be linked twice, in stored order only.
    if (slots.length < found.length) return null;
    const inOrder = sortSlots(this.#walk, { kind: "list", slots }, slots.length, slots.length);
    if (inOrder === null) return null;
    spendOnSorting(reading.sight, this.#keys, slots.length);
    return inOrder.flatMap((slot) => bySlot.get(slot) ?? []);
  }
}
