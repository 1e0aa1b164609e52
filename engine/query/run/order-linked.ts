import type { ContentType } from "../../schema/content-type.ts";
import type { Status } from "../../values/version.ts";
import { sorted, spendOnSorting } from "../match/sort.ts";
import { keptWalkOf, type Walk, walkOf } from "../plan/ordered-scan.ts";
import type { Place, Seen } from "../position.ts";
import type { SortKey } from "../query.ts";
import type { Reading } from "../read-context.ts";
import { type Ground, groundOf } from "../row-source.ts";
import { sortSlots } from "./sort-slots.ts";

/** An index of the rows behind an attribute is built once a query has sorted this share of them, one part of so many. */
const SORTED_SHARE = 4;

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
