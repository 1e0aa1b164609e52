import { EngineError } from "../error.ts";

/** Where one document goes in a list: beside another, or at an end. */
export interface Placing {
  readonly key: string;
  readonly place: { readonly before: string } | { readonly after: string } | { readonly at: "start" | "end" };
}

/** How a reference is called in an error text: by its numeric id, as the peer does. */
export type Naming = (key: string) => number;

/**
 * The list with some documents connected, in Strapi's order (writes, §12.4): each at its place, after the one it is
 * placed beside. A document that is in the list already moves. The start is before the first that is among
 * `lookedAt`, or the first of all. Throws when an anchor is nowhere to be found, when one
 * document is to go to two places, and when documents are placed beside each other in a circle.
 */
export function arrange(
  list: readonly string[],
  connected: readonly Placing[],
  nameOf: Naming,
  lookedAt?: ReadonlySet<string>,
): string[] {
  const arranged = [...list];
  const seen = lookedAt === undefined ? null : new Set(lookedAt);
  for (const placing of inDependencyOrder(list, connected, nameOf)) {
    const from = arranged.indexOf(placing.key);
    if (from !== -1) arranged.splice(from, 1);
    arranged.splice(targetIndex(arranged, placing, seen), 0, placing.key);
    seen?.add(placing.key);
  }
  return arranged;
}

/**
 * What is connected, with other places for those that are placed beside a document of the list that goes away in the
 * same write: they come one after the other to where it was, those before it first, next to the nearest document that
 * stays and does not move (recorded).
 */
export function besideWhatStays(
  list: readonly string[],
  connected: readonly Placing[],
  gone: ReadonlySet<string>,
): readonly Placing[] {
  const leftBehind = groupedByAnchor(connected.filter((placing) => gone.has(anchorOf(placing) ?? "")));
  if (leftBehind.size === 0) return connected;
  const moved = new Set(connected.map(({ key }) => key));
  const stays = (key: string) => !gone.has(key) && !moved.has(key);
  const places = new Map<Placing, Placing["place"]>();
  for (const [anchor, placings] of leftBehind) {
    const at = list.indexOf(anchor);
    if (at === -1) continue;
    const next = list.slice(at).find(stays);
    let previous = list.slice(0, at).findLast(stays);
    for (const placing of placings) {
      if (previous !== undefined) places.set(placing, { after: previous });
      else places.set(placing, next === undefined ? { at: "start" } : { before: next });
      previous = placing.key;
    }
  }
  return connected.map((placing) => ({ key: placing.key, place: places.get(placing) ?? placing.place }));
}

/** Those before an anchor first. */
function groupedByAnchor(placings: readonly Placing[]): ReadonlyMap<string, readonly Placing[]> {
  const groups = new Map<string, Placing[]>();
  for (const side of ["before", "after"]) {
    for (const placing of placings) {
      const anchor = anchorOf(placing);
      if (anchor === null || !(side in placing.place)) continue;
      const group = groups.get(anchor) ?? [];
      groups.set(anchor, group);
      group.push(placing);
    }
  }
  return groups;
}

/**
 * Places for a list: kept where they still rise, between the neighbours' where a document is new or has moved. Numbered
 * afresh when the neighbours leave no room.
 */
export function placesOf(list: readonly string[], before: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const kept = risingPlaces(list, before);
  const places = new Map<string, number>();
  for (let start = 0; start < list.length; ) {
    const place = kept.get(list[start] ?? "");
    if (place !== undefined) {
      places.set(list[start++] ?? "", place);
      continue;
    }
    let end = start;
    while (end < list.length && !kept.has(list[end] ?? "")) end++;
    const low = start === 0 ? undefined : places.get(list[start - 1] ?? "");
    const high = end === list.length ? undefined : kept.get(list[end] ?? "");
    spread(end - start, low, high).forEach((each, index) => {
      places.set(list[start + index] ?? "", each);
    });
    start = end;
  }
  return isRising(list, places) ? places : new Map(list.map((key, index) => [key, index + 1]));
}

function targetIndex(list: readonly string[], { place }: Placing, seen: ReadonlySet<string> | null): number {
  if ("at" in place) return place.at === "start" ? startOf(list, seen) : list.length;
  return "before" in place ? list.indexOf(place.before) : list.indexOf(place.after) + 1;
}

function startOf(list: readonly string[], seen: ReadonlySet<string> | null): number {
  return seen === null
    ? 0
    : Math.max(
        0,
        list.findIndex((key) => seen.has(key)),
      );
}

/** Anchors first: a document placed beside one that is connected in the same write comes after it. */
function inDependencyOrder(list: readonly string[], connected: readonly Placing[], nameOf: Naming): Placing[] {
  const present = new Set(list);
  const byKey = onePlaceEach(connected, nameOf);
  const done = new Set<string>();
  const ordered: Placing[] = [];
  for (const placing of byKey.values()) {
    for (const each of chainFrom(placing).reverse()) ordered.push(each);
  }
  return ordered;

  /** The placing and the one that its anchor waits for, and so on: as long as the caller likes, so no recursion. */
  function chainFrom(first: Placing): Placing[] {
    const chain: Placing[] = [];
    const waiting = new Set<string>();
    for (let placing = first; ; ) {
      const anchor = anchorOf(placing);
      if (anchor !== null && waiting.has(anchor)) throw new EngineError("validation", CIRCLE);
      if (done.has(placing.key)) return chain;
      done.add(placing.key);
      chain.push(placing);
      if (anchor === null || present.has(anchor)) return chain;
      const needed = byKey.get(anchor);
      if (needed === undefined) throw anchorMissing(placing, anchor, nameOf);
      waiting.add(placing.key);
      placing = needed;
    }
  }
}

function onePlaceEach(connected: readonly Placing[], nameOf: Naming): ReadonlyMap<string, Placing> {
  const byKey = new Map<string, Placing>();
  for (const placing of connected) {
    const other = byKey.get(placing.key);
    if (other !== undefined && !isSamePlace(other.place, placing.place)) {
      const relation = `The relation with id ${nameOf(placing.key)}`;
      throw new EngineError(
        "validation",
        `${relation} is already connected. You cannot connect the same relation twice.`,
      );
    }
    byKey.set(placing.key, placing);
  }
  return byKey;
}

function isSamePlace(one: Placing["place"], other: Placing["place"]): boolean {
  if ("at" in one || "at" in other) return "at" in one && "at" in other && one.at === other.at;
  if ("before" in one) return "before" in other && one.before === other.before;
  return "after" in other && one.after === other.after;
}

const CIRCLE =
  "A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it";

function anchorOf({ place }: Placing): string | null {
  if ("at" in place) return null;
  return "before" in place ? place.before : place.after;
}

function anchorMissing({ key, place }: Placing, anchor: string, nameOf: Naming): EngineError {
  const position = JSON.stringify({ ["before" in place ? "before" : "after"]: nameOf(anchor), locale: "en" });
  return new EngineError(
    "validation",
    `There was a problem connecting relation with id ${nameOf(key)} at position ${position}. The relation with id ${nameOf(anchor)} needs to be connected first.`,
  );
}

/** The longest run of old places from the front that rises: enough to keep all that did not move backwards. */
function risingPlaces(list: readonly string[], before: ReadonlyMap<string, number>): Map<string, number> {
  const kept = new Map<string, number>();
  const lowestAfter = new Map<string, number>();
  let lowest = Number.POSITIVE_INFINITY;
  for (const key of [...list].reverse()) {
    lowestAfter.set(key, lowest);
    const place = before.get(key);
    if (place !== undefined) lowest = Math.min(lowest, place);
  }
  let last = Number.NEGATIVE_INFINITY;
  for (const key of list) {
    const place = before.get(key);
    if (place === undefined || place <= last || place >= (lowestAfter.get(key) ?? 0)) continue;
    kept.set(key, place);
    last = place;
  }
  return kept;
}

function spread(count: number, low: number | undefined, high: number | undefined): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (low === undefined && high === undefined) return numbers;
  if (high === undefined) return numbers.map((number) => (low ?? 0) + number);
  if (low === undefined) return numbers.map((number) => high - count - 1 + number);
  return numbers.map((number) => low + ((high - low) * number) / (count + 1));
}

function isRising(list: readonly string[], places: ReadonlyMap<string, number>): boolean {
  let last = Number.NEGATIVE_INFINITY;
  for (const key of list) {
    const place = places.get(key) ?? Number.NaN;
    if (!(place > last)) return false;
    last = place;
  }
  return true;
}
