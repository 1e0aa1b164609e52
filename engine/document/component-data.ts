import type { ComponentAttribute, DynamicZoneAttribute } from "../schema/attribute.ts";
import type { Component } from "../schema/content-type.ts";
import type { Schema } from "../schema/schema.ts";
import { isRecord, type UnknownRecord } from "../schema/shapes/record.ts";
import { own } from "./data.ts";
import type { Path } from "./path.ts";
import { toRecord } from "./scalars/convert.ts";

/** One component in a caller's data. */
export interface ComponentData {
  readonly component: Component;
  readonly data: UnknownRecord;
  /** Path from the data that has the attribute. */
  readonly path: Path;
}

/**
 * The objects in an attribute's value that stand for components, whether valid or not. Values of other kinds are left
 * out: reporting them is not this function's task.
 */
export function* componentsIn(
  schema: Schema,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  value: unknown,
): Generator<ComponentData> {
  if (!Array.isArray(value)) {
    if (attribute.kind === "component" && isRecord(value)) {
      yield { component: schema.component(attribute.component), data: value, path: [attribute.name] };
    }
    return;
  }
  for (const [index, item] of value.entries()) {
    const data = itemData(item);
    const component = data === null ? undefined : componentOf(schema, attribute, data);
    if (data !== null && component !== undefined) yield { component, data, path: [attribute.name, index] };
  }
}

/** An item of a list of components: an object, or the JSON text of one. Null for anything else. */
export function itemData(item: unknown): UnknownRecord | null {
  const data = toRecord(item);
  return isRecord(data) ? data : null;
}

/** The component that an item names, if it is allowed there. */
export function componentOf(
  schema: Schema,
  attribute: ComponentAttribute | DynamicZoneAttribute,
  data: UnknownRecord,
): Component | undefined {
  if (attribute.kind === "component") return schema.component(attribute.component);
  const uid = own(data, "__component");
  return typeof uid === "string" && attribute.components.includes(uid) ? schema.component(uid) : undefined;
}
