import type { Attribute, ContentType, Json, ScalarAttribute, UnknownRecord } from "../../../engine/internal.ts";
import { drawFor } from "./draw.ts";
import { isVersion } from "./factory.ts";
import { isOrder } from "./number-value.ts";
import { Random } from "./random.ts";
import { scalarValue, topicsOf } from "./scalar-value.ts";

/** One of so many flags is not as its default. */
const SELDOM = 4;

/**
 * Values in place of defaults that would make all entries of a collection alike: choices, flags, places in an order, and lists
 * that are empty by default. `place`: of the entry.
 */
export function variedValues(type: ContentType, place: number, now: number): UnknownRecord {
  const alike = [...type.attributes.values()].filter(isAlike);
  const values = alike.map((attribute) => [attribute.name, variedValue(type, attribute, place, now)] as const);
  return Object.fromEntries(values.filter(([name, value]) => name !== "status" || !isVersion(type, value)));
}

function variedValue(type: ContentType, attribute: ScalarAttribute, place: number, now: number): Json {
  const { name, default: usual } = attribute;
  const random = new Random(`${type.uid} ${name} varied ${place}`);
  if (attribute.type === "boolean") return (usual === true) !== random.chance(SELDOM);
  if (attribute.type === "json") return topicsOf(random);
  return scalarValue(
    attribute,
    drawFor(type, name, { random, serial: place, place, path: [type.uid], now }),
    undefined,
  );
}

function isAlike(attribute: Attribute): attribute is ScalarAttribute {
  if (attribute.kind !== "scalar" || attribute.default === undefined || attribute.unique || !attribute.writable) {
    return false;
  }
  const { type, default: given } = attribute;
  if (type === "json") return Array.isArray(given) && given.length === 0;
  return type === "boolean" || type === "enumeration" || (type === "integer" && given === 0 && isOrder(attribute.name));
}
