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
import { inTurn } from "./in-turn.ts";
import { scalarValue } from "./scalar-value.ts";

/** The value of a relation or media attribute; undefined for none. */
export type LinkTo = (attribute: LinkAttribute | MorphAttribute) => unknown;

export interface FactoryContext {
  readonly schema: Schema;
  readonly link: LinkTo;
  /** Components of the entry so far. */
  components: number;
}

/** Optional components nested deeper than this are left out. */
const DEPTH = 3;
const DEEPEST = 20;
/** Components of one entry. Required ones within each other double with each level. */
const MOST = 2_000;

/**
 * Valid data of a content type or component: the given values, and generated ones for all other attributes without a
 * default. Passwords, which cost a tenth of a second each, only if required.
 */
export function modelData(
  context: FactoryContext,
  model: AnyModel,
  draw: Draw,
  given: UnknownRecord,
  depth = 0,
): UnknownRecord {
  const data: Record<string, unknown> = { ...given };
  // Attributes that are derived from others come last.
  const attributes = [...model.attributes.values()].sort(
    (one, other) => Number(isDerived(one)) - Number(isDerived(other)),
  );
  for (const attribute of attributes) {
    if (Object.hasOwn(given, attribute.name) || !attribute.writable) continue;
    const value = madeValue(
      context,
      attribute,
      { ...draw, model: model.uid, path: [...draw.path, attribute.name] },
      data,
      depth,
    );
    if (value !== undefined) data[attribute.name] = value;
  }
  return inTurn(model, data, given);
}

function isDerived(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && attribute.targetField !== undefined;
}

function madeValue(
  context: FactoryContext,
  attribute: Attribute,
  draw: Draw,
  data: UnknownRecord,
  depth: number,
): unknown {
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
      return context.link(attribute);
    case "component":
    case "dynamiczone":
      return componentsValue(context, attribute, draw, depth + 1);
  }
}

function isLeftOut({ type, required, unique, default: fallback }: ScalarAttribute): boolean {
  return (type === "password" && !required) || (fallback !== undefined && !unique);
}

function componentsValue(
  context: FactoryContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  draw: Draw,
  depth: number,
): unknown {
  if (depth > DEEPEST) throw new FactoryError(draw.path, "needs components within components without end");
  const item = (at: number) => componentData(context, attribute, { ...draw, serial: pair(draw.serial, at) }, at, depth);
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
  context: FactoryContext,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  draw: Draw,
  at: number,
  depth: number,
): UnknownRecord {
  if (++context.components > MOST) throw new FactoryError(draw.path, `needs more than ${MOST} components`);
  if (attribute.kind === "component") {
    return modelData(context, context.schema.component(attribute.component), draw, {}, depth);
  }
  const uid = attribute.components[(draw.serial + at) % attribute.components.length] ?? "";
  const data = modelData(context, context.schema.component(uid), draw, {}, depth);
  return { __component: uid, ...data };
}

/** A distinct number for each pair of numbers (Cantor pairing). */
function pair(one: number, other: number): number {
  const sum = one + other;
  return (sum * (sum + 1)) / 2 + other;
}
