import { orderBy } from "../../structures/sorted-list/chunk.ts";
import type { End } from "./link-end-name.ts";

/**
 * One link between two documents, or from a component to a document. Each end is given by its number in memory: the
 * document's number in its collection, or the component's id.
 */
export interface Link {
  readonly source: number;
  readonly target: number;
  /** Place in the source's list and in the target's list. */
  readonly inSource: number;
  readonly inTarget: number;
}

/** The place of a link in the list at one of its ends. */
export function placeIn(link: Pick<Link, "inSource" | "inTarget">, end: End): number {
  return end === "source" ? link.inSource : link.inTarget;
}

/**
 * Places in one list differ. If they do not (in a file edited by hand), the other ends decide, so that the order is
 * total.
 */
export const BY_SOURCE_PLACE = orderBy<Link>(
  (left, right) => left.inSource - right.inSource || left.target - right.target,
);

export const BY_TARGET_PLACE = orderBy<Link>(
  (left, right) => left.inTarget - right.inTarget || left.source - right.source,
);
