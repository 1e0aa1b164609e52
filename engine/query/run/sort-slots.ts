import { slotOfKey } from "../../indexes/ordered/order-labels.ts";
import { listOf, putSlots, type SlotList, type SlotSet, selectBits, sliceOf } from "../../indexes/slot-set.ts";
import { topK } from "../../structures/top-k.ts";
import { smallestK } from "../match/smallest-k.ts";
import type { OrderedScan } from "../plan/ordered-scan.ts";

/** Up to this many slots, insertion is faster than a sort. */
const INSERTION_THRESHOLD = 128;

/** The first slots of a set in the order of a scan, by their labels; null if that would need the rows. */
export function sortSlots(
  { index, descending }: OrderedScan,
  set: SlotSet,
  count: number,
  wanted: number,
): readonly number[] | null {
  if (index === null) return sliceOf(firstById(set, wanted), 0, wanted);
  const labels = index.labels(count);
  if (labels === null) return null;
  if (wanted <= INSERTION_THRESHOLD && labels.putKeys(roomFor(count), numbersOf(set, count), count, descending)) {
    return lowestSlots(count, wanted);
  }
  const slots = listOf(set);
  const sign = descending ? -1 : 1;
  const compare = (left: number, right: number) => sign * (labels.of(left) - labels.of(right)) || left - right;
  return topK(slots, compare, wanted);
}

/** The slots of a set by id: at least so many, if it has them. */
export function firstById(set: SlotSet, wanted: number): SlotList {
  if (set.kind === "bits") return selectBits(set.words, 0, wanted);
  const { slots } = set;
  return areRising(slots) ? slots : topK(listOf(set), (left, right) => left - right, wanted);
}

function areRising(slots: SlotList): boolean {
  for (let at = 1; at < slots.length; at++) if ((slots[at] as number) < (slots[at - 1] as number)) return false;
  return true;
}

/** Reused between calls: allocating typed arrays outside of the heap costs more than sorting a page of slots. */
let keys = new Float64Array(1_024);

/** Reused like `keys`: a list made from a bitmap would be most of the garbage of an answer. */
let numbers = new Int32Array(1_024);

/** A list that begins with the slots of a set with `count` members; valid until the next call. */
function numbersOf(set: SlotSet, count: number): ArrayLike<number> {
  if (set.kind === "list") return set.slots;
  if (numbers.length < count) numbers = new Int32Array(2 * count);
  putSlots(numbers, set.words);
  return numbers;
}

function roomFor(length: number): Float64Array {
  if (keys.length < length) keys = new Float64Array(2 * length);
  return keys;
}

/** The slots in the lowest of so many keys. */
function lowestSlots(length: number, wanted: number): readonly number[] {
  const count = smallestK(keys, length, wanted);
  const slots = new Array<number>(count);
  for (let at = 0; at < count; at++) slots[at] = slotOfKey(keys[at] as number);
  return slots;
}
