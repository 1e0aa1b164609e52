import { type Attribute, componentUids, isPassword } from "./attribute.ts";
import { componentsWith } from "./components-with.ts";
import type { Component, ContentType } from "./content-type.ts";

/** uids of the content types that have a password, in a component too: the data of others is not searched for one. */
export function typesWithPasswords(
  types: readonly ContentType[],
  components: ReadonlyMap<string, Component>,
): ReadonlySet<string> {
  const within = componentsWith(components.values(), isPassword);
  const mayHaveOne = (attribute: Attribute) =>
    isPassword(attribute) || componentUids(attribute).some((uid) => within.has(uid));
  return new Set(types.filter(({ attributes }) => [...attributes.values()].some(mayHaveOne)).map(({ uid }) => uid));
}
