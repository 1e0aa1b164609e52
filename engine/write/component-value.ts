import type { StoredAttribute } from "../state/layout.ts";
import type { Json } from "../values/value.ts";

export type Values = { readonly [attribute: string]: Json };

/** A component as versions store it; in a dynamic zone with its uid under `__component`. */
export type ComponentValue = Values & { readonly id: number };

/** The components of an attribute, always as a list. */
export function componentsOf(value: Json): readonly ComponentValue[] {
  if (value === null) return [];
  return (Array.isArray(value) ? value : [value]) as readonly ComponentValue[];
}

/** uid of a component under this attribute. */
export function componentUid(attribute: StoredAttribute, value: ComponentValue): string {
  return attribute.kind === "component" ? attribute.component : String(value.__component);
}

/** The value of an attribute that was never written. */
export function emptyOf(attribute: StoredAttribute): Json {
  return isList(attribute) ? [] : null;
}

export function isList(attribute: StoredAttribute): boolean {
  return attribute.kind === "dynamiczone" || (attribute.kind === "component" && attribute.repeatable);
}
