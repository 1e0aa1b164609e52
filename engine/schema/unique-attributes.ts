import type { Attribute } from "./attribute.ts";
import type { AnyModel } from "./content-type.ts";

/** Whether no two documents may have the same value in it. A uid attribute is always unique (writes, §8). */
export function isUnique(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && (attribute.unique || attribute.type === "uid");
}

/** The uids of the components that an attribute may hold. */
export function componentsIn(attribute: Attribute): readonly string[] {
  if (attribute.kind === "component") return [attribute.component];
  return attribute.kind === "dynamiczone" ? attribute.components : [];
}

/** The uids of the components that have a unique attribute, or hold a component that does. */
export function componentsWithUnique(components: Iterable<AnyModel>): ReadonlySet<string> {
  const holders = new Map<string, string[]>();
  const found = new Set<string>();
  for (const { uid, attributes } of components) {
    for (const attribute of attributes.values()) {
      if (isUnique(attribute)) found.add(uid);
      for (const inner of componentsIn(attribute)) holders.set(inner, [...(holders.get(inner) ?? []), uid]);
    }
  }
  // Iterates over components that are added meanwhile, too.
  for (const uid of found) for (const holder of holders.get(uid) ?? []) found.add(holder);
  return found;
}
