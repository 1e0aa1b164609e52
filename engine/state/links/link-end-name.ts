import type { Status } from "../../values/version.ts";
import type { End, Relation } from "./relation.ts";

/** Names, among what is kept of a space, one end of a relation in a layer. */
export function linkEndName(relation: Relation, end: End, layer: Status): string {
  return `${relation.name} ${end} ${layer}`;
}
