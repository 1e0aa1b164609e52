import type { StoredAttribute } from "../state/layout.ts";
import type { Json } from "../values/value.ts";

export type Values = { readonly [attribute: string]: Json };

/** A component as versions hold it; in a dynamic zone with its uid under `__component`. */
export type ComponentValue = Values & { readonly id: number };

/** The components under an attribute, as a list whatever its kind. */
export function componentsOf(value: Json): readonly ComponentValue[] {
  if (value === null) return [];
  return (Array.isArray(value) ? value : [value]) as readonly ComponentValue[];
}

/** uid of a component under this attribute. */
export function componentUid(attribute: StoredAttribute, value: ComponentValue): string {
  return attribute.kind === "component" ? attribute.component : String(value.__component);
}

/** What an attribute holds when nothing was ever written to it. */
export function emptyOf(attribute: StoredAttribute): Json {
  return isList(attribute) ? [] : null;
}

export function isList(attribute: StoredAttribute): boolean {
  return attribute.kind === "dynamiczone" || (attribute.kind === "component" && attribute.repeatable);
}
