import type { Status } from "../document/version.ts";
import { eachSlot, emptyBits, type SlotSet, setBit } from "../indexes/slot-set.ts";
import { eachLink } from "../links/link-list.ts";
import { linkSetName } from "../links/link-set-name.ts";
import type { LinkEnd } from "../links/relation.ts";
import { statusIn } from "../state/link-sets.ts";
import type { Row } from "../state/row.ts";
import type { AskingPart } from "./allowance.ts";
import type { Ground } from "./ground.ts";

/** The slots of the rows that are linked, at this end and in this layer, to one of the far rows; `part` asks for it. */
export function linkedSlots(
  ground: Ground,
  end: LinkEnd,
  layer: Status,
  far: Ground,
  to: SlotSet,
  part: AskingPart,
): SlotSet {
  const { reading, space } = ground;
  const { state } = reading.sight;
  const { relation } = end;
  const back = end.end === "source" ? "target" : "source";
  const slots: number[] = [];
  let words: Int32Array | null = null;
  eachSlot(to, (slot) => {
    const target = far.space.row(slot);
    if (target === undefined) return true;
    const links = state.links(relation, layer, back, target.document);
    reading.sight.allowance.spend(1 + links.length, part);
    if (links.length < state.shape.limits.manyLinks) {
      collect(ground, end, layer, target, slots);
    } else {
      words ??= emptyBits(space.slots);
      const name = linkSetName(relation, end.end, layer, target.document);
      space.indexes.set(name, () => collect(ground, end, layer, target, [])).addTo(words);
    }
    return true;
  });
  return joined(slots, words, space.slots);
}

/** Adds the slots of the rows that are linked to one far row. */
function collect({ reading, type }: Ground, end: LinkEnd, layer: Status, target: Row, into: number[]): number[] {
  const { state } = reading.sight;
  const collection = state.collection(type.uid);
  const status = statusIn(layer, type);
  const back = end.end === "source" ? "target" : "source";
  eachLink(state.links(end.relation, layer, back, target.document), (link) => {
    const row = collection.document(end.end === "source" ? link.source : link.target)?.[status];
    if (row) into.push(row.slot);
    return true;
  });
  return into;
}

/** Slots of which some may be there twice, and bits. */
function joined(slots: readonly number[], words: Int32Array | null, length: number): SlotSet {
  if (words === null && slots.length * 32 < length) return { kind: "list", slots: [...new Set(slots)] };
  const all = words ?? emptyBits(length);
  for (const slot of slots) setBit(all, slot);
  return { kind: "bits", words: all };
}
