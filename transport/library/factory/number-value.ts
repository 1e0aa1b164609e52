import type { ScalarAttribute } from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";
import { kebabOf } from "./texts/named-text.ts";
import { placeOf } from "./texts/places.ts";

/** Range of values from the only limit, or from zero. */
const SPAN = 1000;

/** Ranges that names promise, and the decimal places of a number that may have some. */
const NAMED: readonly (readonly [name: RegExp, low: number, high: number, places: number])[] = [
  [/(^|-)(rating|stars)$/, 1, 5, 1],
  [/(^|-)(percent|percentage|discount|progress|humidity|score)$/, 0, 100, 0],
  [/(^|-)(price|cost|amount|fee|total|sub-?total|sum|balance|salary|budget)$/, 5, 200, 2],
  [/(^|-)year$/, 1990, 2025, 0],
  [/(^|-)(experience|years|level)$/, 1, 10, 0],
  [/(^|-)age$/, 18, 80, 0],
  [/(^|-)(quantity|qty|stock|count|seats|guests|capacity)$/, 0, 100, 0],
  [/(^|-)(minutes|duration|reading-?time|time-to-read)$/, 2, 120, 0],
  [/(^|-)(width|height|size)$/, 100, 1200, 0],
  [/(^|-)(status-?code|redirect-?type)$/, 301, 302, 0],
];

/** A number in the range that the name promises; null where there is none, or where the limits leave it out. */
function namedNumber(attribute: ScalarAttribute, draw: Draw): number | null {
  const { random, path, serial } = draw;
  const name = kebabOf(path.at(-1) ?? "");
  const exact = exactNumber(name, draw);
  if (exact !== null && attribute.type !== "integer") return isWithin(attribute, exact) ? exact : null;
  // One after the other, as far as entries are counted: components have other serial numbers.
  if (ORDER.test(name) && path.length === 2 && isWithin(attribute, serial + 1)) return serial + 1;
  const found = attribute.unique ? undefined : NAMED.find(([names]) => names.test(name));
  if (found === undefined) return null;
  const places = attribute.type === "integer" ? 0 : found[3];
  const [low, high] = [Math.max(found[1], attribute.min ?? found[1]), Math.min(found[2], attribute.max ?? found[2])];
  const value = wholePrice(name, Number((low + (high - low) * random.fraction()).toFixed(places)), places);
  return value >= low && value <= high ? value : null;
}

const ORDER = /(^|-)(order|rank|sort-?order|position|priority|index)$/;

/** Of the place of the entry. */
function exactNumber(name: string, draw: Draw): number | null {
  if (/(^|-)(lat|latitude)$/.test(name)) return placeOf(draw).latitude;
  return /(^|-)(lng|lon|long|longitude)$/.test(name) ? placeOf(draw).longitude : null;
}

function isWithin({ min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: ScalarAttribute, value: number) {
  return value >= min && value <= max;
}

/** As on a price tag: 12.50, 12.90 and 12.99 rather than 12.37. */
function wholePrice(name: string, value: number, places: number): number {
  if (places !== 2 || !/(^|-)(price|fee)$/.test(name)) return value;
  const cents = [0, 0.5, 0.9, 0.99][Math.floor(value * 100) % 4] ?? 0;
  return Math.floor(value) + cents;
}

export function integerValue(attribute: ScalarAttribute, draw: Draw): number {
  const named = namedNumber(attribute, draw);
  if (named !== null && Number.isInteger(named)) return named;
  const { low, high } = rangeOf(attribute);
  const size = high - low + 1;
  if (!attribute.unique) return low + draw.random.below(size);
  return attribute.max === undefined ? low + draw.serial : low + (draw.serial % size);
}

/** With two decimal places, unless the range is too narrow for them. */
export function decimalValue(attribute: ScalarAttribute, draw: Draw): number {
  const named = namedNumber(attribute, draw);
  if (named !== null) return named;
  const { low, high } = rangeOf(attribute);
  if (attribute.unique && attribute.max === undefined) return low + draw.serial;
  const value = low + (high - low) * (attribute.unique ? spread(draw.serial) : draw.random.fraction());
  const rounded = Math.round(value * 100) / 100;
  return rounded >= low && rounded <= high && !attribute.unique ? rounded : Math.min(Math.max(value, low), high);
}

/** As decimal text. */
export function bigIntegerValue(attribute: ScalarAttribute, draw: Draw): string {
  const { minBig, maxBig } = attribute;
  const low = minBig ?? (maxBig === undefined ? 0n : maxBig - BigInt(SPAN));
  const size = (maxBig ?? low + BigInt(SPAN)) - low + 1n;
  const serial = BigInt(draw.serial);
  if (!attribute.unique) return String(low + (BigInt(draw.random.below(SPAN)) % size));
  return String(maxBig === undefined ? low + serial : low + (serial % size));
}

function rangeOf({ min, max }: ScalarAttribute): { readonly low: number; readonly high: number } {
  const low = min ?? (max === undefined ? 0 : max - SPAN);
  return { low, high: max ?? low + SPAN };
}

/** Low-discrepancy sequence: numbers between 0 and 1, evenly spread and different for different inputs. */
function spread(serial: number): number {
  return (serial * 0.618_033_988_749_894_9) % 1;
}
