import { type Attribute, componentUids } from "./attribute.ts";
import type { AnyModel } from "./content-type.ts";

/** The uids of the components that have such an attribute, or hold a component that does. */
export function componentsWith(
  components: Iterable<AnyModel>,
  isMeant: (attribute: Attribute) => boolean,
): ReadonlySet<string> {
  const holders = new Map<string, string[]>();
  const found = new Set<string>();
  for (const { uid, attributes } of components) {
    for (const attribute of attributes.values()) {
      if (isMeant(attribute)) found.add(uid);
      for (const inner of componentUids(attribute)) holders.set(inner, [...(holders.get(inner) ?? []), uid]);
    }
  }
  // Iterates over components that are added meanwhile, too.
  for (const uid of found) for (const holder of holders.get(uid) ?? []) found.add(holder);
  return found;
}
