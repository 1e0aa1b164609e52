import type { DynamicZoneAttribute } from "../../../schema/attribute.ts";
import type { AnyModel } from "../../../schema/content-type.ts";
import type { Populate, Select, ZoneItem } from "../../query.ts";
import { entries, PLAIN, populatedIn, populating } from "../../select.ts";
import type { CheckContext } from "../context.ts";
import type { NestingField } from "../field.ts";
import { invalidKey } from "../refusal.ts";
import { isMixed, isPopulatable, type MixedAttribute, mixed, populateWhole } from "./populate-whole.ts";

/**
 * The populate of one dotted path: `author.country` is the author with its country. Null if a relation of the path may
 * not be read: the path is left out as a whole. Throws if a name in the path cannot be populated.
 */
export function populatePath(context: CheckContext, model: AnyModel, path: readonly string[], at = 0): Populate | null {
  const name = path[at] ?? "";
  context.enter(at);
  const attribute = context.attributeOf(model, name);
  if (attribute === undefined || !isPopulatable(context, attribute)) throw invalidStep(path, at);
  if (!context.mayRead(attribute)) return null;
  if (at === path.length - 1) return populateWhole(context, attribute);
  switch (attribute.kind) {
    case "media":
    case "morph":
      throw invalidStep(path, at);
    case "dynamiczone":
      return populateZone(context, attribute, path, at + 1);
    default: {
      const next = populatePath(context, context.behind(attribute), path, at + 1);
      return next === null ? null : entries(name, populating(next));
    }
  }
}

/** The prefix of a path up to the first dynamic zone that it passes through; null if it passes through none. */
export function pathToPassedZone(
  context: CheckContext,
  model: AnyModel,
  path: readonly string[],
): readonly string[] | null {
  let from = model;
  for (const [at, name] of path.slice(0, -1).entries()) {
    const attribute = from.attributes.get(name);
    if (attribute?.kind === "dynamiczone") return path.slice(0, at + 1);
    if (attribute === undefined || attribute.kind === "scalar" || isMixed(attribute)) return null;
    from = context.behind(attribute);
  }
  return null;
}

/** Merges populated attributes of one model: paths that share a prefix share its attributes. */
export function mergePopulate(populate: readonly Populate[]): readonly Populate[] {
  const merged = new Map<string, Populate>();
  for (const one of populate) {
    const other = merged.get(one.attribute);
    merged.set(one.attribute, other === undefined ? one : mergeTwo(other, one));
  }
  return [...merged.values()];
}

/**
 * All items are included; the path continues in the components of the zone that have its next name. At least one must.
 */
function populateZone(
  context: CheckContext,
  zone: DynamicZoneAttribute,
  path: readonly string[],
  at: number,
): Populate {
  const items = new Map<string, ZoneItem>();
  let leadsOn = false;
  for (const uid of zone.components) {
    const component = context.schema.component(uid);
    const leads = leadsTo(context, component, path, at);
    leadsOn ||= leads;
    items.set(uid, { select: leads ? selectStep(context, component, path, at) : PLAIN, filter: null });
  }
  if (!leadsOn) throw invalidStep(path, at);
  return mixed(zone, items);
}

/**
 * Whether every name in the rest of the path can be populated. Checks each model once per name, so that nested zones
 * are not expanded in every combination.
 */
function leadsTo(context: CheckContext, model: AnyModel, path: readonly string[], from: number): boolean {
  let models: ReadonlySet<AnyModel> = new Set([model]);
  for (let at = from; at < path.length && models.size > 0; at++) {
    const found = [...models].flatMap((each) => each.attributes.get(path[at] ?? "") ?? []);
    const populatable = found.filter((attribute) => isPopulatable(context, attribute));
    if (at === path.length - 1) return populatable.length > 0;
    models = new Set(populatable.flatMap((attribute) => modelsBehind(context, attribute)));
  }
  return models.size > 0;
}

/** The models in which a path can continue: none behind files or entries of any type. */
function modelsBehind(context: CheckContext, attribute: NestingField | MixedAttribute): readonly AnyModel[] {
  if (attribute.kind === "media" || attribute.kind === "morph") return [];
  if (attribute.kind !== "dynamiczone") return [context.behind(attribute)];
  return attribute.components.map((uid) => context.schema.component(uid));
}

function selectStep(context: CheckContext, model: AnyModel, path: readonly string[], at: number): Select {
  const step = populatePath(context, model, path, at);
  return step === null ? PLAIN : populating(step);
}

function mergeTwo(one: Populate, other: Populate): Populate {
  if (one.kind === "entries" && other.kind === "entries") {
    return { ...one, select: mergeSelect(one.select, other.select) };
  }
  if (!("items" in one) || !("items" in other)) return other;
  const items = new Map(one.items);
  for (const [uid, item] of other.items) {
    const select = mergeSelect(items.get(uid)?.select ?? PLAIN, item.select);
    items.set(uid, { select, filter: null });
  }
  return { ...one, items };
}

function mergeSelect(one: Select, other: Select): Select {
  return populating(...mergePopulate([...populatedIn(one), ...populatedIn(other)]));
}

function invalidStep(path: readonly string[], at: number): Error {
  return invalidKey(path[at] ?? "", path.slice(0, at + 1).join("."), "populate");
}
