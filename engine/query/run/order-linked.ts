import type { ContentType } from "../../schema/content-type.ts";
import type { Layer } from "../../values/version.ts";
import { sorted, spendOnSorting } from "../match/sort.ts";
import { builtScanOf, type OrderedScan, orderedScanOf } from "../plan/ordered-scan.ts";
import type { Position, VisibleNode } from "../position.ts";
import type { SortKey } from "../query.ts";
import type { ReadContext } from "../read-context.ts";
import { type RowSource, rowSourceOf } from "../row-source.ts";
import { sortSlots } from "./sort-slots.ts";

/**
 * An index over the rows behind an attribute is built once a query has sorted this fraction of them (one in so many).
 */
const SORTED_SHARE = 4;

/** Orders the entries linked to one node. */
type Arrange = (found: readonly VisibleNode[]) => readonly VisibleNode[];

/**
 * Orders the entries linked to many nodes. If an index with that order exists, or enough rows are sorted for one to be
 * worthwhile, rows are compared by their labels there instead of by their values.
 */
export function linkedSorter(context: ReadContext, to: Position, keys: readonly SortKey[]): Arrange {
  const { view } = context;
  const plainly: Arrange = (found) => sorted(view, to, keys, found);
  const { model } = to;
  if (model.model !== "content-type") return plainly;
  const orders = new Map<Layer, RowOrder>();
  const orderIn = (layer: Layer): RowOrder => {
    let known = orders.get(layer);
    if (known === undefined) {
      known = new RowOrder(context, model, keys, layer);
      orders.set(layer, known);
    }
    return known;
  };
  return (found) => {
    const [first, second] = found;
    if (first === undefined || second === undefined) return found;
    // Entries in several locales do not share slots.
    if (to.localized && found.some(({ layer }) => layer !== first.layer)) return plainly(found);
    return orderIn(first.layer).arrange(found) ?? plainly(found);
  };
}

/** Orders rows of one type in one layer. */
class RowOrder {
  readonly #source: RowSource;
  readonly #keys: readonly SortKey[];
  #sorted = 0;
  #scan: OrderedScan | null;

  constructor(context: ReadContext, type: ContentType, keys: readonly SortKey[], layer: Layer) {
    this.#source = rowSourceOf(context, type, layer);
    this.#keys = keys;
    this.#scan = builtScanOf(this.#source, keys);
  }

  /** Null if rows have to be compared by their values. */
  arrange(found: readonly VisibleNode[]): readonly VisibleNode[] | null {
    const { context, space } = this.#source;
    this.#sorted += found.length;
    if (this.#scan === null && this.#sorted > space.size / SORTED_SHARE)
      this.#scan = orderedScanOf(this.#source, this.#keys);
    if (this.#scan === null) return null;
    const bySlot = new Map<number, VisibleNode>();
    for (const seen of found) if ("slot" in seen.node) bySlot.set(seen.node.slot, seen);
    const slots = [...bySlot.keys()];
    // In stored order, a row may be linked twice.
    if (slots.length < found.length) return null;
    const inOrder = sortSlots(this.#scan, { kind: "list", slots }, slots.length, slots.length);
    if (inOrder === null) return null;
    spendOnSorting(context.view, this.#keys, slots.length);
    return inOrder.flatMap((slot) => bySlot.get(slot) ?? []);
  }
}
