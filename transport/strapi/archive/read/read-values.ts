import type { AnyModel, Attribute, Json, Schema } from "../../../../engine/internal.ts";
import { isRecord, type UnknownRecord } from "../../../../engine/internal.ts";
import { storedValue } from "./stored-value.ts";

/** Called for each component with its uid and its id, unchecked. */
export type SeeComponent = (uid: string, id: unknown) => void;

/**
 * Converts the values of a row that the model has attributes for to their stored form. A value of the wrong shape stays
 * as it is.
 */
export function readValues(
  schema: Schema,
  model: AnyModel,
  data: UnknownRecord,
  see: SeeComponent,
): { readonly [attribute: string]: Json } {
  const values: { [attribute: string]: Json } = {};
  for (const attribute of model.attributes.values()) {
    if (attribute.kind !== "scalar" && attribute.kind !== "component" && attribute.kind !== "dynamiczone") continue;
    if (attribute.kind === "scalar" && attribute.system) {
      values[attribute.name] = attribute.default ?? null;
      continue;
    }
    const given = Object.hasOwn(data, attribute.name) ? data[attribute.name] : null;
    // The line was parsed as JSON.
    values[attribute.name] = readValue(schema, attribute, (given ?? null) as Json, see);
  }
  return values;
}

function readValue(schema: Schema, attribute: Attribute, value: Json, see: SeeComponent): Json {
  switch (attribute.kind) {
    case "scalar":
      return storedValue(attribute.type, value);
    case "component":
      if (!attribute.repeatable) return readComponent(schema, attribute.component, value, see);
      return readList(value, (item) => readComponent(schema, attribute.component, item, see));
    case "dynamiczone":
      return readList(value, (item) => readItem(schema, attribute.components, item, see));
    default:
      return null;
  }
}

/** An absent list is an empty one. */
function readList(value: Json, read: (item: Json) => Json): Json {
  if (value === null) return [];
  return Array.isArray(value) ? value.map(read) : value;
}

function readItem(schema: Schema, allowed: readonly string[], item: Json, see: SeeComponent): Json {
  const uid = isRecord(item) ? item.__component : undefined;
  if (typeof uid !== "string" || !allowed.includes(uid)) return isRecord(item) ? { ...item, __component: null } : item;
  const component = readComponent(schema, uid, item, see);
  return isRecord(component) ? { __component: uid, ...component } : component;
}

function readComponent(schema: Schema, uid: string, value: Json, see: SeeComponent): Json {
  const component = schema.components.get(uid);
  if (!isRecord(value) || component === undefined) return value;
  see(uid, value.id);
  return { id: (value.id ?? null) as Json, ...readValues(schema, component, value, see) };
}
