import type { ComponentInput, Input } from "../../../engine/document/input.ts";
import { invariant } from "../../../engine/error.ts";
import type { Attribute } from "../../../engine/schema/attribute.ts";
import type { AnyModel } from "../../../engine/schema/content-type.ts";
import type { Schema } from "../../../engine/schema/schema.ts";
import type { Json } from "../../../engine/values/value.ts";

/** The content of a document that was made from an input, in the form in which its draft is checked again. */
export function storedData(schema: Schema, model: AnyModel, input: Input): { [name: string]: Json } {
  const entries = [...model.attributes.values()]
    .filter(({ kind }) => kind !== "relation" && kind !== "media" && kind !== "morph")
    .map((attribute) => [attribute.name, storedValue(schema, attribute, input)] as const);
  return Object.fromEntries(entries);
}

function storedValue(schema: Schema, attribute: Attribute, input: Input): Json {
  const value = input.get(attribute.name);
  const isList = attribute.kind === "dynamiczone" || (attribute.kind === "component" && attribute.repeatable);
  if (value === undefined) return isList ? [] : null;
  const stored = (each: ComponentInput) => storedComponent(schema, each, attribute.kind === "dynamiczone");
  switch (value.kind) {
    case "scalar":
      return value.value;
    case "component":
      return value.component === null ? null : stored(value.component);
    case "components":
      return value.components.map(stored);
    case "links":
      return null;
  }
}

function storedComponent(schema: Schema, { component: uid, input }: ComponentInput, inZone: boolean): Json {
  const component = schema.components.get(uid);
  invariant(component !== undefined, `component ${uid} exists`);
  return { id: 1, ...(inZone ? { __component: uid } : {}), ...storedData(schema, component, input) };
}
