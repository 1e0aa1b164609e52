/**
 * Assigns places to a list. Old places are kept where they still ascend; a new or moved document gets one between its
 * neighbours'. If the neighbours leave no room, the list is renumbered.
 */
export function placesOf(list: readonly string[], before: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (before.size === 0) return numbered(list);
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
  return isRising(list, places) ? places : numbered(list);
}

function numbered(list: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let at = 0; at < list.length; at++) places.set(list[at] ?? "", at + 1);
  return places;
}

/** The old places that are still in order: each is above all kept before it, and below all old places after it. */
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
