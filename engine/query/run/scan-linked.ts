import type { PostingLists } from "../../indexes/posting-lists.ts";
import { countSlots, hasBit, type SlotSet } from "../../indexes/slot-set.ts";
import { linkProbeCost, unionCost } from "../plan/costs.ts";
import type { PostingsPlan } from "../plan/postings-plan.ts";
import type { Selection } from "../plan/selection.ts";
import type { Page } from "../query.ts";
import type { RowSource } from "../row-source.ts";
import { collectBehind } from "./collect.ts";
import { linkIndex } from "./linked-slots.ts";
import { orderingCost, type PageOfSlots } from "./run-postings.ts";
import type { SlotFilter } from "./slot-filter.ts";

type Links = Extract<Selection, { kind: "links" }>;

/** A scan ends after so many times the steps that it takes if matches are spread evenly. */
const UNEVEN = 4;

/**
 * The page of rows that are linked to one of many far rows by a relation to one. An ordered scan probes the document at the
 * other end of each row's link. The posting lists of such a relation are disjoint, so the sum of their lengths is the number of
 * matches, and their union is not made. Null if that takes less time, or if the scan does not find the page soon.
 */
export function scanLinked(
  source: RowSource,
  plan: PostingsPlan,
  { start, limit, withCount }: Page,
): PageOfSlots | null {
  const { links, rest, index, descending } = plan;
  const [only] = links;
  if (only === undefined || links.length > 1 || rest !== null || limit === null) return null;
  const { work } = source.context.view;
  const steps = stepsFor(source, only, start + limit);
  if (steps === null) return null;
  const postings = linkIndex(source, only.end, only.layer);
  if (postings === null || !postings.areDisjoint) return null;
  const linked = new LinkedToAny(postings, only.far, collectBehind(only));
  const total = withCount ? linked.count : null;
  const stop = Math.min(start + limit, linked.count);
  if (start >= stop) return { slots: [], total };
  work.spend(linked.far + UNEVEN * steps, "filters");
  const { from, to } = index.all;
  const part = index.stretch(descending ? to : from, UNEVEN * steps, descending);
  const slots = index.take(part, descending, linked, start, stop);
  return start + slots.length < stop ? null : { slots, total };
}

/** How many rows a scan is expected to probe until it has found so many; null if the union of the lists takes less time. */
function stepsFor({ space: { size } }: RowSource, { rows, to }: Links, stop: number): number | null {
  const steps = Math.ceil((stop * size) / Math.max(1, rows));
  const union = unionCost(to.selection.rows, rows, size) + orderingCost(size, rows, stop);
  return steps * linkProbeCost(size) > union ? null : steps;
}

/** Tests whether slots are in the posting lists of some far rows, which must be disjoint, without reading a list. */
class LinkedToAny implements SlotFilter {
  /** How many slots and far rows there are. */
  readonly count: number;
  readonly far: number;
  readonly #postings: PostingLists;
  readonly #documents: Int32Array;

  constructor(postings: PostingLists, { space }: RowSource, to: SlotSet) {
    this.#postings = postings;
    this.#documents = space.documentsIn(to, postings.length);
    this.count = postings.lengthAtAll(this.#documents);
    this.far = countSlots(to);
  }

  has(slot: number): boolean {
    const document = this.#postings.numberOf(slot);
    return document !== undefined && hasBit(this.#documents, document);
  }
}
