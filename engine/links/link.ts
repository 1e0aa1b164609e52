/**
 * One link between two documents, or from a component to a document. Ends are named by their number in memory:
 * the document's number in its collection, or the component's id.
 */
export interface Link {
  readonly source: number;
  readonly target: number;
  /** Place in the source's list and in the target's list. */
  readonly inSource: number;
  readonly inTarget: number;
}

/** Places of one list differ; should they not (a file edited by hand), the ends decide, so that the order is total. */
export const bySourcePlace = (left: Link, right: Link): number =>
  left.inSource - right.inSource || left.target - right.target;

export const byTargetPlace = (left: Link, right: Link): number =>
  left.inTarget - right.inTarget || left.source - right.source;
