import type { EachPair, PostingLists } from "../../indexes/posting-lists.ts";
import { eachSlot, type SlotList, type SlotSet } from "../../indexes/slot-set.ts";
import { SlotUnion } from "../../indexes/slot-union.ts";
import type { Link } from "../../state/links/link.ts";
import { linkEndName } from "../../state/links/link-end-name.ts";
import { eachLink, type LinkList } from "../../state/links/link-list.ts";
import { statusIn } from "../../state/links/link-sets.ts";
import type { LinkEnd } from "../../state/links/relation.ts";
import { PagedBitmap } from "../../structures/paged/paged-bitmap.ts";
import type { Row } from "../../values/row.ts";
import type { Layer } from "../../values/version.ts";
import type { Holders } from "../plan/holders.ts";
import { followsState, type RowSource } from "../row-source.ts";
import { LINK, type QueryPart } from "../work-budget.ts";

/**
 * The slots of the rows that are linked, at this end and in this layer, to one of the far rows; `part` names the query
 * part to charge.
 */
export function linkedSlots(
  source: RowSource,
  end: LinkEnd,
  layer: Layer,
  far: RowSource,
  to: SlotSet,
  part: QueryPart,
): SlotSet {
  const index = linkIndex(source, end, layer);
  const only = index === null ? null : onlyList(index, far, to);
  if (only !== null) {
    source.context.view.work.spend(1 + only.length, part);
    return { kind: "list", slots: only };
  }
  return linkedToAny(source, end, layer, far, to, part, index);
}

/** The posting list of the only far row, which needs no copy; null if there are several, or it is a bitmap. */
function onlyList(index: PostingLists, far: RowSource, to: SlotSet): SlotList | null {
  if (to.kind !== "list" || to.slots.length !== 1) return null;
  const slots = index.at(far.space.row(to.slots[0] ?? -1)?.document ?? -1);
  return slots instanceof PagedBitmap ? null : slots;
}

/**
 * A query finds this many times as many rows by the links of far rows as indexes are built over in slices: within some 50
 * milliseconds. The index of the links takes a second or more.
 */
const LOOKUPS = 3;

function linkedToAny(
  source: RowSource,
  end: LinkEnd,
  layer: Layer,
  far: RowSource,
  to: SlotSet,
  part: QueryPart,
  index: PostingLists | null,
): SlotSet {
  const { work, state, demand } = source.context.view;
  // If a row has at most one link, no slot is added twice.
  const linked = new SlotUnion(source.space.slots, !end.attribute.many);
  if (index !== null) {
    far.space.eachDocument(to, (document) => work.spend(1 + index.addTo(linked, document), part));
    return linked.set;
  }
  let left = state.shape.limits.manyRows * LOOKUPS;
  eachSlot(to, (slot) => {
    const target = far.space.row(slot);
    if (target === undefined) return true;
    const slots = slotsLinkedTo(source, end, layer, target);
    work.spend(1 + slots.length, part);
    left -= 1 + slots.length;
    if (left < 0) demand.awaitIndex(linkIndexName(end, layer));
    linked.addList(slots);
    return true;
  });
  return linked.set;
}

/** The slots of the rows with a component that is linked, in this layer, to one of the far rows. */
export function slotsLinkedThrough(
  { context, space }: RowSource,
  holders: Holders,
  { relation }: LinkEnd,
  layer: Layer,
  far: RowSource,
  to: SlotSet,
): SlotSet {
  const { work, state } = context.view;
  const linked = new SlotUnion(space.slots, false);
  eachSlot(to, (slot) => {
    const target = far.space.row(slot);
    if (target === undefined) return true;
    return eachLink(state.links(relation, layer, "target", target.document), ({ source }) => {
      work.spend(LINK, "filters");
      eachSlot(holders.slotsWith(source), (holder) => {
        linked.add(holder);
        return true;
      });
      return true;
    });
  });
  return linked.set;
}

/** The name of a link index. */
export function linkIndexName({ relation, end }: LinkEnd, layer: Layer): string {
  return linkEndName(relation, end, layer);
}

/** A bitmap is worthwhile if one in two to this power of the rows is linked to the same document. */
const BITMAP_SHIFT = 8;

/** Rows whose links one step of building reads. */
const ROWS_BLOCK = 2_048;

/**
 * Posting lists of the rows by the documents they are linked to; null if there are too few rows, or while the lists are
 * being built.
 */
export function linkIndex(source: RowSource, end: LinkEnd, layer: Layer): PostingLists | null {
  const name = linkIndexName(end, layer);
  return source.space.indexes.keptLinks(name) ?? buildLinkIndex(source, name, end, layer);
}

function buildLinkIndex(source: RowSource, name: string, end: LinkEnd, layer: Layer): PostingLists | null {
  const { context, space } = source;
  const { state, demand } = context.view;
  const { relation } = end;
  const many = Math.max(state.shape.limits.manyLinks, space.slots >> BITMAP_SHIFT);
  const each: EachPair = function* (visit) {
    for (let from = 0; from < space.slots; from += ROWS_BLOCK) {
      yield;
      space.eachSketch(from, from + ROWS_BLOCK, [], ({ document, slot }) => {
        eachLink(state.links(relation, layer, end.end, document), (link) => {
          visit(end.end === "source" ? link.target : link.source, slot);
          return true;
        });
      });
    }
  };
  const pairs = { each, isCurrent: followsState(source), areDisjoint: !end.attribute.many };
  return space.indexes.links(name, space.size, many, pairs, demand);
}

/** The rows linked to one far row, found by its own links. */
function slotsLinkedTo(source: RowSource, end: LinkEnd, layer: Layer, target: Row): readonly number[] {
  const slots: number[] = [];
  const slotOf = nearSlots(source, end, layer);
  eachLink(linksBack(source, end, layer, target), (link) => {
    const slot = slotOf(link);
    if (slot !== undefined) slots.push(slot);
    return true;
  });
  return slots;
}

/** The links of a far row that lead back to this end. */
function linksBack({ context }: RowSource, end: LinkEnd, layer: Layer, { document }: Row): LinkList {
  return context.view.state.links(end.relation, layer, end.end === "source" ? "target" : "source", document);
}

/** A function that returns the slot of the row that is linked at this end; undefined if it is not visible. */
function nearSlots({ context, type }: RowSource, { end }: LinkEnd, layer: Layer): (link: Link) => number | undefined {
  const collection = context.view.state.collection(type.uid).in(layer);
  const status = statusIn(layer, type);
  return (link) => collection.slotOf(end === "source" ? link.source : link.target, status);
}
