import type { ScalarAttribute } from "../../../engine/internal.ts";
import { type Draw, isOfEntry } from "./draw.ts";
import { kebabOf, modelName, variantsOf } from "./texts/names.ts";
import { placeOf } from "./texts/places.ts";

/** Range of values from the only limit, or from zero. */
const SPAN = 100;

interface Range {
  readonly low: number;
  readonly high: number;
  /** Decimal places, where a number may have some. */
  readonly places: number;
}
const range = (low: number, high: number, places = 0): Range => ({ low, high, places });

/** Ranges that names promise, and the models that they are for; null: any. The first that fits decides. */
const NAMED: readonly (readonly [names: RegExp, models: RegExp | null, range: Range])[] = [
  [/(^|-)(rating|stars)$/, /(^|-)(testimonial|review)s?(-|$)/, range(4, 5)],
  [/(^|-)(rating|stars)$/, null, range(1, 5, 1)],
  [/(^|-)(opacity|alpha)$/, null, range(0, 1, 1)],
  [/(^|-)(percent|percentage|discount|progress|humidity|score)$/, null, range(0, 100)],
  [
    /(^|-)(price|cost)$/,
    /(^|-)(property|propertie|house|home|apartment|flat|villa|real-estate)s?$/,
    range(90_000, 900_000),
  ],
  [/(^|-)(price|cost)$/, /(^|-)(car|vehicle|boat|motorcycle)s?$/, range(4_000, 60_000)],
  [/(^|-)(price|cost)$/, /(^|-)(dish|dishe|meal|drink|menu|menu-item|food)s?$/, range(4, 35, 2)],
  [/(^|-)(delivery|shipping|service)-(fee|cost|price)$/, null, range(2, 15, 2)],
  [/(^|-)(salary|budget|revenue)$/, null, range(20_000, 90_000)],
  [/(^|-)(price|cost|amount|fee|total|sub-?total|sum|balance)$/, null, range(5, 200, 2)],
  [/(^|-)(year|since|founded|established)$/, null, range(1990, 2025)],
  [/(^|-)(experience|years|level)$/, null, range(1, 10)],
  [/(^|-)age$/, null, range(18, 80)],
  [/(^|-)(quantity|qty|count)$/, /(^|-)(order|cart|basket|line|invoice)(-|$)/, range(1, 5)],
  [/(^|-)(quantity|qty|stock|count|seats|capacity)$/, null, range(0, 100)],
  [
    /(^|-)(bedrooms|bathrooms|rooms|beds|baths|floors|doors|garages|guests|adults|children|nights|servings?)$/,
    null,
    range(1, 5),
  ],
  [/(^|-)(read|reading)-?time$|(^|-)time-to-read$/, null, range(2, 15)],
  [/(^|-)(minutes|duration|(prep|preparation|cook|cooking|total)-?time)$/, null, range(2, 120)],
  [/(^|-)(sqft|square-?feet)$/, null, range(400, 3000)],
  [/(^|-)(sqm|m2|square-?met(er|re)s|area|surface|living-?space)$/, null, range(25, 250)],
  [/(^|-)weight(-(kg|g))?$/, null, range(1, 50, 1)],
  [/(^|-)(width|height|size|calories)$/, null, range(100, 1200)],
  [
    /(^|-)(views|likes|followers|downloads|shares|visits|subscribers|attendees|population|mileage)$/,
    null,
    range(20, 5000),
  ],
  [/(^|-)zoom$/, null, range(8, 16)],
  [/(^|-)(status-?code|redirect-?type)$/, null, range(301, 302)],
  // Things that are counted: points, images, comments.
  [/[a-z]{3}s$/, null, range(1, 12)],
];

/** A number in the range that the name promises; null where there is none, or where the limits leave it out. */
function namedNumber(attribute: ScalarAttribute, draw: Draw): number | null {
  const { path, place } = draw;
  const names = variantsOf(kebabOf(path.at(-1) ?? ""));
  const exact = exactNumber(names[0] ?? "", draw);
  if (exact !== null && attribute.type !== "integer") return isWithin(attribute, exact) ? exact : null;
  // One after the other; a unique one is counted over all entries, below.
  if (names.some((name) => ORDER.test(name)) && isInTurn(attribute, draw)) return place + 1;
  if (attribute.unique) return null;
  for (const name of names) {
    const found = NAMED.find(([words, models]) => words.test(name) && (models?.test(modelName(draw.model)) ?? true));
    if (found !== undefined) return valueIn(found[2], name, attribute, draw);
  }
  return null;
}

function valueIn(range: Range, name: string, attribute: ScalarAttribute, { random }: Draw): number | null {
  const places = attribute.type === "integer" ? 0 : range.places;
  const [low, high] = [
    Math.max(range.low, attribute.min ?? range.low),
    Math.min(range.high, attribute.max ?? range.high),
  ];
  const drawn = Number((low + (high - low) * random.fraction()).toFixed(places));
  const value = wholePrice(name, high >= ROUND * 10 ? Math.round(drawn / ROUND) * ROUND : drawn, places);
  return value >= low && value <= high ? value : null;
}

/** Prices of houses and salaries are multiples of it. */
const ROUND = 500;

const ORDER = /(^|-)(order|rank|sort-?order|position|priority|index|step-?number)$/;

/** Whether the numbers of an attribute count the entries. */
export function isOrder(name: string): boolean {
  return ORDER.test(kebabOf(name));
}

/** Components are unique by other numbers than by their place. */
function isInTurn(attribute: ScalarAttribute, draw: Draw): boolean {
  return isWithin(attribute, draw.place + 1) && (!attribute.unique || isOfEntry(draw));
}

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
