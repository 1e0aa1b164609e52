import type { Attribute, DynamicZoneAttribute, MorphAttribute } from "../../../schema/attribute.ts";
import type { AnyModel } from "../../../schema/content-type.ts";
import type { Populate, Select, ZoneItem } from "../../query.ts";
import { entries, PLAIN } from "../../select.ts";
import type { CheckContext } from "../context.ts";
import type { NestingField } from "../field.ts";

/** Returns the selection for entries of a model behind an attribute. */
export type SelectOf = (model: AnyModel, attribute: NestingField | MixedAttribute) => Select;

/** An attribute whose list may contain entries of several models. */
export type MixedAttribute = DynamicZoneAttribute | MorphAttribute;

export function isMixed(attribute: { readonly kind: string }): attribute is MixedAttribute {
  return attribute.kind === "dynamiczone" || attribute.kind === "morph";
}

/** Whether an attribute can be populated by name. */
export function isPopulatable(context: CheckContext, attribute: Attribute): attribute is NestingField | MixedAttribute {
  return attribute.kind !== "scalar" && !context.conceals(attribute);
}

/** Populates everything behind one attribute. */
export function populateWhole(
  context: CheckContext,
  attribute: NestingField | MixedAttribute,
  selectOf: SelectOf = () => PLAIN,
): Populate {
  if (!isMixed(attribute)) return entries(attribute.name, selectOf(context.behind(attribute), attribute));
  return mixed(attribute, wholeItems(context, attribute, selectOf));
}

/** Every model that may be behind an attribute. */
export function wholeItems(
  context: CheckContext,
  attribute: MixedAttribute,
  selectOf: SelectOf = () => PLAIN,
): ReadonlyMap<string, ZoneItem> {
  const models = modelsIn(context, attribute);
  return new Map(models.map((model) => [model.uid, { select: selectOf(model, attribute), filter: null }]));
}

/** The models whose entries may be behind an attribute; for a morph relation, only types that the caller may read. */
export function modelsIn(context: CheckContext, attribute: MixedAttribute): readonly AnyModel[] {
  if (attribute.kind === "dynamiczone") return attribute.components.map((uid) => context.schema.component(uid));
  return [...context.schema.types.values()].filter(({ uid }) => context.access.may(uid, "find"));
}

/**
 * Populates the entries of these models behind an attribute. `isCounted`: their number instead of the entries, for
 * morph relations.
 */
export function mixed(
  { kind, name }: MixedAttribute,
  items: ReadonlyMap<string, ZoneItem>,
  isCounted = false,
): Populate {
  if (kind === "dynamiczone") return { kind: "zone", as: name, attribute: name, items, uidAs: "__component" };
  return { kind: "morph", as: name, attribute: name, items, uidAs: "__type", isCounted };
}

/** Populates every attribute of a model that the caller may populate and read. */
export function populateAll(context: CheckContext, model: AnyModel, selectOf?: SelectOf): readonly Populate[] {
  const populate: Populate[] = [];
  for (const attribute of context.attributesOf(model)) {
    if (!isPopulatable(context, attribute) || !context.mayRead(attribute)) continue;
    context.enter(0);
    populate.push(populateWhole(context, attribute, selectOf));
  }
  return populate;
}
