import type { Layer } from "../../values/version.ts";
import type { End, Relation } from "./relation.ts";

/** Key of one end of a relation in a layer, for the indexes of a space. */
export function linkEndName(relation: Relation, end: End, layer: Layer): string {
  return `${relation.name} ${end} ${layer}`;
}
