import { anchorOf, type Placing } from "./placing.ts";

/**
 * Replaces anchors that are removed from the list by the same write. The documents placed beside such an anchor go to
 * its place, the ones before it first, anchored to the nearest document that stays and does not move (recorded from
 * Strapi).
 */
export function replaceAnchors(
  list: readonly string[],
  connected: readonly Placing[],
  gone: ReadonlySet<string>,
): readonly Placing[] {
  const leftBehind = groupedByAnchor(connected.filter((placing) => gone.has(anchorOf(placing) ?? "")));
  if (leftBehind.size === 0) return connected;
  const moved = new Set(connected.map(({ key }) => key));
  const neighbours = nearest(list, (key) => !gone.has(key) && !moved.has(key));
  const places = new Map<Placing, Placing["place"]>();
  for (const [anchor, placings] of leftBehind) {
    const beside = neighbours.get(anchor);
    if (beside === undefined) continue;
    const { next } = beside;
    let { previous } = beside;
    for (const placing of placings) {
      if (previous !== undefined) places.set(placing, { after: previous });
      else places.set(placing, next === undefined ? { at: "start" } : { before: next });
      previous = placing.key;
    }
  }
  return connected.map((placing) => ({ key: placing.key, place: places.get(placing) ?? placing.place }));
}

interface Neighbours {
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** The nearest remaining keys on both sides of each key of the list. */
function nearest(list: readonly string[], stays: (key: string) => boolean): ReadonlyMap<string, Neighbours> {
  const staying = list.filter(stays);
  let passed = 0;
  const neighbours = new Map<string, Neighbours>();
  for (const key of list) {
    const previous = staying[passed - 1];
    if (staying[passed] === key) passed += 1;
    neighbours.set(key, { previous, next: staying[passed] });
  }
  return neighbours;
}

/** Placings by anchor, the ones before it first. */
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
