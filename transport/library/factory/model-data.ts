import type {
  AnyModel,
  Attribute,
  ComponentAttribute,
  DynamicZoneAttribute,
  LinkAttribute,
  MorphAttribute,
  ScalarAttribute,
  Schema,
  UnknownRecord,
} from "../../../engine/internal.ts";
import type { Draw } from "./draw.ts";
import { FactoryError } from "./factory-error.ts";
import { scalarValue } from "./scalar-value.ts";

/** What a relation or media attribute is to hold; undefined for nothing. */
export type LinkTo = (attribute: LinkAttribute | MorphAttribute) => unknown;

export interface Making {
  readonly schema: Schema;
  readonly link: LinkTo;
}

/** Components within components that need not be there are left out below this. */
const DEPTH = 3;
const DEEPEST = 20;

/**
 * Data of a content type or component that fulfils every constraint: what is given, and a value for everything else that
 * has no default. Passwords, which cost a tenth of a second each, only where they are required.
 */
export function modelData(making: Making, model: AnyModel, draw: Draw, given: UnknownRecord, depth = 0): UnknownRecord {
  const data: Record<string, unknown> = { ...given };
  // What is derived from another attribute comes after it.
  const attributes = [...model.attributes.values()].sort(
    (one, other) => Number(isDerived(one)) - Number(isDerived(other)),
  );
  for (const attribute of attributes) {
    if (Object.hasOwn(given, attribute.name) || !attribute.writable) continue;
    const value = madeValue(making, attribute, { ...draw, path: [...draw.path, attribute.name] }, data, depth);
    if (value !== undefined) data[attribute.name] = value;
  }
  return data;
}

function isDerived(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && attribute.targetField !== undefined;
}

function madeValue(making: Making, attribute: Attribute, draw: Draw, data: UnknownRecord, depth: number): unknown {
  switch (attribute.kind) {
    case "scalar":
      if (isLeftOut(attribute)) return undefined;
      return scalarValue(
        attribute,
        draw,
        attribute.targetField === undefined ? undefined : data[attribute.targetField],
      );
    case "relation":
    case "media":
    case "morph":
      return making.link(attribute);
    case "component":
    case "dynamiczone":
      return componentsValue(making, attribute, draw, depth + 1);
  }
}

function isLeftOut({ type, required, unique, default: fallback }: ScalarAttribute): boolean {
  return (type === "password" && !required) || (fallback !== undefined && !unique);
}

function componentsValue(
  making: Making,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  draw: Draw,
  depth: number,
): unknown {
  if (depth > DEEPEST) throw new FactoryError(draw.path, "needs components within components without end");
  const item = (at: number) => componentData(making, attribute, { ...draw, serial: pair(draw.serial, at) }, at, depth);
  if (attribute.kind === "component" && !attribute.repeatable) {
    return depth > DEPTH && !attribute.required ? undefined : item(0);
  }
  const { min = 0, max = Number.POSITIVE_INFINITY } = attribute;
  const usual = depth > DEPTH ? 0 : 2;
  const none = attribute.kind === "dynamiczone" && attribute.components.length === 0;
  const count = none ? 0 : Math.max(Math.min(usual, max), attribute.required || usual > 0 ? min : 0);
  return Array.from({ length: count }, (_, at) => item(at));
}

function componentData(
  making: Making,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  draw: Draw,
  at: number,
  depth: number,
): UnknownRecord {
  if (attribute.kind === "component") {
    return modelData(making, making.schema.component(attribute.component), draw, {}, depth);
  }
  const uid = attribute.components[(draw.serial + at) % attribute.components.length] ?? "";
  const data = modelData(making, making.schema.component(uid), draw, {}, depth);
  return { __component: uid, ...data };
}

/** A number of its own for each pair of numbers (Cantor). */
function pair(one: number, other: number): number {
  const sum = one + other;
  return (sum * (sum + 1)) / 2 + other;
}
