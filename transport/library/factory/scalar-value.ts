import type { Json, ScalarAttribute, ScalarType } from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";
import { bigIntegerValue, decimalValue, integerValue } from "./number-value.ts";
import { emailValue, textValue, uidValue } from "./text-value.ts";
import { dateValue, instantValue, timeValue } from "./time-value.ts";
import { headingOf, sentenceOf } from "./words.ts";

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
  boolean: (_, { random }) => random.chance(2),
  enumeration: ({ enum: values = [] }, { random }) => random.one(values),
  date: dateValue,
  time: timeValue,
  datetime: instantValue,
  timestamp: instantValue,
  json: (_, { random, path }) =>
    /structured/i.test(path.at(-1) ?? "")
      ? { "@context": "https://schema.org", "@type": "Article", headline: headingOf(random) }
      : { note: headingOf(random) },
  blocks: (_, { random }) => [
    { type: "heading", level: 2, children: [{ type: "text", text: headingOf(random) }] },
    { type: "paragraph", children: [{ type: "text", text: sentenceOf(random) }] },
  ],
};
