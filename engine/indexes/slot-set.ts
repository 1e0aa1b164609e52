import { andInto, andNotInto, orInto } from "../structures/bits/combine-bits.ts";
import { countBits, countWord } from "../structures/bits/count-bits.ts";
import { scratchSlots, scratchWords, trimmedSlots } from "../structures/bits/scratch.ts";
import type { WantedItems } from "../structures/sorted-list/take.ts";

/** Distinct slots; an array of integers is memory of the query or of an index. */
export type SlotList = readonly number[] | Int32Array;

/**
 * A set of slots of one space: a list of distinct slots in no particular order if there are few, otherwise a bitmap
 * with one bit per slot. A set belongs to one query, and operations may modify their operands.
 */
export type SlotSet =
  | { readonly kind: "list"; readonly slots: SlotList }
  | { readonly kind: "bits"; readonly words: Int32Array };

export const NO_SLOTS: SlotSet = { kind: "list", slots: [] };

/** A cleared bitmap for this many slots, valid for as long as `scratchWords` says. */
export function emptyBits(slots: number): Int32Array {
  return anyBits(slots).fill(0);
}

/** Like `emptyBits` with undefined contents, for a caller that overwrites all words. */
export function anyBits(slots: number): Int32Array {
  return scratchWords((slots + 31) >> 5);
}

export function setBit(words: Int32Array, slot: number): void {
  words[slot >> 5] = (words[slot >> 5] ?? 0) | (1 << (slot & 31));
}

export function clearBit(words: Int32Array, slot: number): void {
  words[slot >> 5] = (words[slot >> 5] ?? 0) & ~(1 << (slot & 31));
}

export function hasBit(words: Int32Array, slot: number): boolean {
  return (((words[slot >> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
}

/** Tests slots against a bitmap. */
export class SlotBits {
  readonly #words: Int32Array;

  constructor(words: Int32Array) {
    this.#words = words;
  }

  has(slot: number): boolean {
    return hasBit(this.#words, slot);
  }
}

export function areEqualBits(one: Int32Array, other: Int32Array): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

export function countSlots(set: SlotSet): number {
  return set.kind === "list" ? set.slots.length : countBits(set.words);
}

/** The set as a bitmap for this many slots. */
export function bitsOf(set: SlotSet, slots: number): Int32Array {
  if (set.kind === "bits") return set.words;
  const words = emptyBits(slots);
  setBits(words, set.slots);
  return words;
}

export function setBits(words: Int32Array, slots: SlotList): void {
  for (let at = 0; at < slots.length; at++) setBit(words, slots[at] as number);
}

function clearBits(words: Int32Array, slots: SlotList): void {
  for (let at = 0; at < slots.length; at++) clearBit(words, slots[at] as number);
}

/** Visits the slots, a bitmap's in ascending order, until a visit returns false. */
export function eachSlot(set: SlotSet, visit: (slot: number) => boolean): void {
  if (set.kind === "list") {
    const { slots } = set;
    for (let at = 0; at < slots.length; at++) if (!visit(slots[at] as number)) return;
    return;
  }
  const { words } = set;
  for (let at = 0; at < words.length; at++) {
    for (let left = words[at] ?? 0; left !== 0; left &= left - 1) {
      if (!visit((at << 5) + 31 - Math.clz32(left & -left))) return;
    }
  }
}

/** All slots of a set. */
export function listOf(set: SlotSet): readonly number[] {
  if (set.kind === "list") return ArrayBuffer.isView(set.slots) ? sliceOf(set.slots, 0, set.slots.length) : set.slots;
  const { words } = set;
  const slots: number[] = [];
  // If few bits are set, most of the time goes into skipping empty words: testing four at a time takes a third of it.
  const whole = words.length & ~3;
  for (let start = 0; start < whole; start += 4) {
    const any = (words[start] ?? 0) | (words[start + 1] ?? 0) | (words[start + 2] ?? 0) | (words[start + 3] ?? 0);
    if (any !== 0) addSlots(slots, words, start, start + 4);
  }
  addSlots(slots, words, whole, words.length);
  return slots;
}

function addSlots(slots: number[], words: Int32Array, start: number, stop: number): void {
  for (let at = start; at < stop; at++) {
    for (let left = words[at] ?? 0; left !== 0; left &= left - 1) slots.push((at << 5) + 31 - Math.clz32(left & -left));
  }
}

/** Writes the slots of a bitmap to an array, which must be large enough. */
export function putSlots(target: Int32Array, words: Int32Array): void {
  let count = 0;
  for (let start = 0; start < words.length; start += 4) {
    // As in listOf. The two stay separate, because one loop for lists and typed arrays compiles to code that is twenty
    // times as slow.
    const any = (words[start] ?? 0) | (words[start + 1] ?? 0) | (words[start + 2] ?? 0) | (words[start + 3] ?? 0);
    if (any === 0) continue;
    const stop = Math.min(start + 4, words.length);
    for (let at = start; at < stop; at++) {
      for (let left = words[at] ?? 0; left !== 0; left &= left - 1) {
        target[count++] = (at << 5) + 31 - Math.clz32(left & -left);
      }
    }
  }
}

/** Select: the slots of a bitmap numbered from `start` up to `stop`, in ascending order, counted from 0. */
export function selectBits(words: Int32Array, start: number, stop: number): readonly number[] {
  const slots: number[] = [];
  let number = 0;
  for (let at = 0; at < words.length && number < stop; at++) {
    let left = words[at] ?? 0;
    if (left === 0) continue;
    const inWord = countWord(left);
    if (number + inWord <= start) {
      number += inWord;
      continue;
    }
    for (; left !== 0 && number < stop; left &= left - 1, number++) {
      if (number >= start) slots.push((at << 5) + 31 - Math.clz32(left & -left));
    }
  }
  return slots;
}

/** The intersection; may modify its operands. */
export function intersection(one: SlotSet, other: SlotSet, slots: number): SlotSet {
  if (one.kind === "list") return among(one.slots, bitsOf(other, slots));
  if (other.kind === "list") return among(other.slots, one.words);
  andInto(one.words, 0, other.words);
  return one;
}

/** The union; may modify its operands. */
export function union(one: SlotSet, other: SlotSet, slots: number): SlotSet {
  if (one.kind === "list" && other.kind === "list" && (one.slots.length + other.slots.length) * 32 < slots) {
    return { kind: "list", slots: [...new Set([...listOf(one), ...listOf(other)])] };
  }
  const [wide, added] = one.kind === "list" ? [other, one] : [one, other];
  const words = bitsOf(wide, slots);
  if (added.kind === "list") setBits(words, added.slots);
  else orInto(words, 0, added.words);
  return { kind: "bits", words };
}

/** The difference; may modify its first operand. */
export function difference(one: SlotSet, other: SlotSet, slots: number): SlotSet {
  if (one.kind === "list") {
    const out = new SlotBits(bitsOf(other, slots));
    return { kind: "list", slots: wantedOf(one.slots, { has: (slot) => !out.has(slot) }) };
  }
  if (other.kind === "list") clearBits(one.words, other.slots);
  else andNotInto(one.words, 0, other.words);
  return one;
}

function among(slots: SlotList, words: Int32Array): SlotSet {
  return { kind: "list", slots: wantedOf(slots, new SlotBits(words)) };
}

/** Up to this many slots, an array on the heap is less garbage than two views of memory. */
const SHORT = 24;

/** Room for a list of at most `most` slots, to be cut by `trimmedSlots`; null if it should be a list on the heap. */
export function roomForSlots(most: number): Int32Array | null {
  return most <= SHORT ? null : scratchSlots(most);
}

/** The slots of a list that are wanted, in its order. */
export function wantedOf(slots: SlotList, wanted: WantedItems<number>): SlotList {
  const room = roomForSlots(slots.length);
  if (room === null) return wantedOnHeap(slots, wanted);
  let count = 0;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] as number;
    if (wanted.has(slot)) room[count++] = slot;
  }
  return trimmedSlots(room, count);
}

function wantedOnHeap(slots: SlotList, wanted: WantedItems<number>): readonly number[] {
  const list: number[] = [];
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] as number;
    if (wanted.has(slot)) list.push(slot);
  }
  return list;
}

/** A plain array of the slots from `start` up to `stop`: Array.from would make an object for each of them. */
export function sliceOf(slots: SlotList, start: number, stop: number): readonly number[] {
  const slice = new Array<number>(Math.max(0, Math.min(stop, slots.length) - start));
  for (let at = 0; at < slice.length; at++) slice[at] = slots[start + at] as number;
  return slice;
}
