import type { Status } from "../document/version.ts";
import type { End, Relation } from "./relation.ts";

/** Names, among the sets of a space, the rows that are linked at this end of a relation to what has the far key. */
export function linkSetName(relation: Relation, end: End, layer: Status, far: number): string {
  return `${relation.name} ${end} ${layer} ${far}`;
}

/** Names the rows that are linked at this end of a relation to anything that is there to be seen. */
export function linkedSetName(relation: Relation, end: End, layer: Status): string {
  return `${relation.name} ${end} ${layer}`;
}
