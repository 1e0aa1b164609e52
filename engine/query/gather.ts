import {
  countSlots,
  difference,
  eachSlot,
  emptyBits,
  intersection,
  NO_SLOTS,
  type SlotSet,
  setBit,
  union,
} from "../indexes/slot-set.ts";
import { eachLink } from "../links/link-list.ts";
import { linkSetName } from "../links/link-set-name.ts";
import type { Row } from "../state/row.ts";
import { type Ground, groundOf } from "./ground.ts";
import { matcherOf } from "./matcher.ts";
import type { Selected, Selection } from "./plan.ts";
import { weightOf } from "./weight.ts";

/** What a native search for a text costs for each row of the page that it goes through. */
const TEXT_SEARCH = 0.5;

/** The slots of all rows that are selected and fulfil the rest. */
export function gather(ground: Ground, { selection, rest }: Selected): SlotSet {
  const set = slotsOf(ground, selection);
  const matches = matcherOf(ground, rest);
  if (matches === null) return set;
  ground.reading.sight.allowance.spend(countSlots(set) * weightOf(rest), rest.filter === null ? "_q" : "filters");
  const slots: number[] = [];
  eachSlot(set, (slot) => {
    const row = ground.space.row(slot);
    if (row !== undefined && matches(row)) slots.push(slot);
    return true;
  });
  return { kind: "list", slots };
}

function slotsOf(ground: Ground, selection: Selection): SlotSet {
  const { space } = ground;
  switch (selection.kind) {
    case "all":
      return everySlot(ground);
    case "named":
      return { kind: "list", slots: selection.slots };
    case "ranges":
      return selection.index.slotsIn(selection.ranges);
    case "text":
      ground.reading.sight.allowance.spend(space.slots * TEXT_SEARCH, "filters");
      return { kind: "list", slots: space.indexes.withText(selection.text, selection.sought) };
    case "links":
      return linkedSlots(ground, selection);
    case "every":
      return selection.parts
        .map((part) => slotsOf(ground, part))
        .reduce((one, other) => intersection(one, other, space.slots));
    case "some":
      return selection.parts
        .map((part) => slotsOf(ground, part))
        .reduce((one, other) => union(one, other, space.slots), NO_SLOTS);
    case "except":
      return difference(everySlot(ground), slotsOf(ground, selection.part), space.slots);
  }
}

function everySlot({ space }: Ground): SlotSet {
  const words = emptyBits(space.slots);
  space.present.addTo(words);
  return { kind: "bits", words };
}

function linkedSlots(ground: Ground, { end, layer, to }: Extract<Selection, { kind: "links" }>): SlotSet {
  const { reading, type, status, space } = ground;
  const { state } = reading.sight;
  const far = groundOf(reading, end.other, status);
  const own = type.draftAndPublish ? status : "published";
  const collection = state.collection(type.uid);
  const back = end.end === "source" ? "target" : "source";
  const slots: number[] = [];
  let words: Int32Array | null = null;
  eachSlot(gather(far, to), (slot) => {
    const target = far.space.row(slot);
    if (target === undefined) return true;
    const links = state.links(end.relation, layer, back, target.document);
    reading.sight.allowance.spend(1 + links.length, "filters");
    const collect = (into: number[]): number[] => {
      eachLink(links, (link) => {
        const row: Row | null | undefined = collection.document(end.end === "source" ? link.source : link.target)?.[
          own
        ];
        if (row) into.push(row.slot);
        return true;
      });
      return into;
    };
    if (links.length < state.shape.limits.manyLinks) {
      collect(slots);
      return true;
    }
    words ??= emptyBits(space.slots);
    space.indexes.linked(linkSetName(end.relation, end.end, layer, target.document), () => collect([])).addTo(words);
    return true;
  });
  return joined(slots, words, space.slots);
}

/** Slots of which some may be there twice, and bits. */
function joined(slots: readonly number[], words: Int32Array | null, length: number): SlotSet {
  if (words === null && slots.length * 32 < length) return { kind: "list", slots: [...new Set(slots)] };
  const all = words ?? emptyBits(length);
  for (const slot of slots) setBit(all, slot);
  return { kind: "bits", words: all };
}
