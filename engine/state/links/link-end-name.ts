import type { Layer } from "../../values/version.ts";
import type { End, Relation } from "./relation.ts";

/** Names, among what is kept of a space, one end of a relation in a layer. */
export function linkEndName(relation: Relation, end: End, layer: Layer): string {
  return `${relation.name} ${end} ${layer}`;
}
