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
import { type Draw, type DrawOf, drawFor } from "./draw.ts";
import { FactoryError } from "./factory-error.ts";
import { inTurn } from "./in-turn.ts";
import { scalarValue } from "./scalar-value.ts";
import { summedUp } from "./summed-up.ts";
import { kebabOf } from "./texts/names.ts";

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
  draw: DrawOf,
  given: UnknownRecord,
  depth = 0,
): UnknownRecord {
  const data: Record<string, unknown> = { ...given };
  const sources = [...model.attributes.values()].map((attribute) => [attribute, sourceIn(model, attribute)] as const);
  // Attributes that are derived from others come last.
  sources.sort(([, one], [, other]) => Number(one !== null) - Number(other !== null));
  for (const [attribute, from] of sources) {
    if (Object.hasOwn(given, attribute.name) || !attribute.writable) continue;
    const value = madeValue(
      context,
      attribute,
      drawFor(model, attribute.name, draw),
      from === null ? undefined : data[from],
      depth,
    );
    if (value !== undefined) data[attribute.name] = value;
  }
  return summedUp(model, inTurn(model, data, given), given);
}

/** The attribute that another one is derived from: its target field; for every other slug, what names the entry. */
function sourceIn({ attributes }: AnyModel, attribute: Attribute): string | null {
  if (attribute.kind !== "scalar") return null;
  if (attribute.targetField !== undefined) return attribute.targetField;
  const isSlug =
    /(^|-)slug$/.test(kebabOf(attribute.name)) && (attribute.type === "uid" || attribute.type === "string");
  if (!isSlug) return null;
  const names = [...attributes.values()].filter(({ kind, name }) => kind === "scalar" && NAMING.test(kebabOf(name)));
  return names[0]?.name ?? null;
}

const NAMING = /^(title|name|headline|heading|label|display-name)$/;

function madeValue(context: FactoryContext, attribute: Attribute, draw: Draw, source: unknown, depth: number): unknown {
  switch (attribute.kind) {
    case "scalar":
      if (isLeftOut(attribute)) return undefined;
      return scalarValue(attribute, draw, source);
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
  const item = (at: number) =>
    componentData(context, attribute, { ...draw, serial: pair(draw.serial, at), place: at }, at, depth);
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

/** A distinct number for each pair of numbers (Cantor pairing), as far as numbers are exact. */
function pair(one: number, other: number): number {
  const sum = one + other;
  return Math.min((sum * (sum + 1)) / 2 + other, Number.MAX_SAFE_INTEGER);
}
