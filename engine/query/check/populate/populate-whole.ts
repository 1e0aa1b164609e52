import type { Attribute, DynamicZoneAttribute } from "../../../schema/attribute.ts";
import type { AnyModel } from "../../../schema/content-type.ts";
import type { Populate, Select, ZoneItem } from "../../query.ts";
import type { CheckContext } from "../context.ts";
import type { NestingField } from "../field.ts";

/** All that is readable of an entry itself, nothing behind it. */
export const PLAIN: Select = { fields: null, populate: [] };

/** What is shown of an entry of a model. */
export type SelectOf = (model: AnyModel) => Select;

/** An attribute that can be populated by its name. Relations to any type never are. */
export function isPopulatable(
  context: CheckContext,
  attribute: Attribute,
): attribute is NestingField | DynamicZoneAttribute {
  return attribute.kind !== "scalar" && attribute.kind !== "morph" && !context.conceals(attribute);
}

/** Everything behind one attribute. */
export function populateWhole(
  context: CheckContext,
  attribute: NestingField | DynamicZoneAttribute,
  selectOf: SelectOf = () => PLAIN,
): Populate {
  if (attribute.kind !== "dynamiczone") return entries(attribute.name, selectOf(context.behind(attribute)));
  const items = new Map<string, ZoneItem>();
  for (const uid of attribute.components) {
    items.set(uid, { select: selectOf(context.schema.component(uid)), filter: null });
  }
  return { kind: "zone", attribute: attribute.name, items };
}

/** Every attribute of a model that can be populated and read, each one whole. */
export function populateAll(context: CheckContext, model: AnyModel, selectOf?: SelectOf): readonly Populate[] {
  const populate: Populate[] = [];
  for (const attribute of model.attributes.values()) {
    if (!isPopulatable(context, attribute) || !context.mayRead(attribute)) continue;
    context.enter(0);
    populate.push(populateWhole(context, attribute, selectOf));
  }
  return populate;
}

export function entries(attribute: string, select: Select): Populate {
  return { kind: "entries", attribute, select, filter: null, sort: [], page: null };
}
