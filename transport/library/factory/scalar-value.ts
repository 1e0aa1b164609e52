import type { Json, ScalarAttribute, ScalarType } from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";
import { bigIntegerValue, decimalValue, integerValue } from "./number-value.ts";
import { Random } from "./random.ts";
import { emailValue, textValue, uidValue } from "./text-value.ts";
import { blocksOf } from "./texts/articles.ts";
import { TOPICS } from "./texts/named-lists.ts";
import { kebabOf } from "./texts/names.ts";
import { placeOf } from "./texts/places.ts";
import { headingOf } from "./texts/words.ts";
import { dateValue, instantValue, timeValue } from "./time-value.ts";

/**
 * A value that satisfies every constraint of a scalar attribute. `source`: the value of the attribute it is derived
 * from.
 */
export function scalarValue(attribute: ScalarAttribute, draw: Draw, source: unknown): Json {
  return VALUES[attribute.type](attribute, draw, source);
}

type MakeValue = (attribute: ScalarAttribute, draw: Draw, source: unknown) => Json;

const VALUES: { readonly [T in ScalarType]: MakeValue } = {
  string: textValue,
  text: textValue,
  richtext: textValue,
  password: textValue,
  uid: uidValue,
  email: emailValue,
  integer: integerValue,
  float: decimalValue,
  decimal: decimalValue,
  biginteger: bigIntegerValue,
  boolean: booleanValue,
  enumeration: enumerationValue,
  date: dateValue,
  time: timeValue,
  datetime: instantValue,
  timestamp: instantValue,
  json: jsonValue,
  blocks: (_, { random }) => blocksOf(random),
};

const MOSTLY = /(^|-)(active|enabled|visible|published|display|show|in-?stock|available|confirmed|verified|open)$/;
const RARELY =
  /(^|-)(featured|archived|hidden|deleted|blocked|sold-?out|cancell?ed|external|new-?tab|reversed|pinned|disabled|closed|(no|prevent)-?index(ing)?)$/;

function booleanValue(_: ScalarAttribute, { random, path }: Draw): boolean {
  const name = kebabOf(path.at(-1) ?? "");
  if (MOSTLY.test(name)) return !random.chance(5);
  return random.chance(RARELY.test(name) ? 5 : 2);
}

/** Every value once before any comes again, in an order that differs for each attribute. */
function enumerationValue({ enum: values = [] }: ScalarAttribute, { serial, path }: Draw): string {
  const round = new Random(`${path.join(".")} ${Math.floor(serial / values.length)}`);
  const left = [...values];
  for (let n = serial % values.length; n > 0; n--) left.splice(round.below(left.length), 1);
  return round.one(left);
}

function jsonValue(_: ScalarAttribute, draw: Draw): Json {
  const { random, path } = draw;
  const name = kebabOf(path.at(-1) ?? "");
  if (/structured/.test(name))
    return { "@context": "https://schema.org", "@type": "Article", headline: headingOf(random) };
  if (/(^|-)(coordinates|geo|location|position)$/.test(name)) {
    const { latitude, longitude } = placeOf(draw);
    return { lat: latitude, lng: longitude };
  }
  // A plural is a list: tags, features, amenities.
  if (/(^|-)list$|[a-z]{3}s$/.test(name)) return topicsOf(random);
  return { note: headingOf(random) };
}

/** Up to three. */
export function topicsOf(random: Random): string[] {
  return [...new Set([1, 2, 3].map(() => random.one(TOPICS)))];
}
