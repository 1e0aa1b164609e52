import { type Ground, groundOf, placeOfType } from "./ground.ts";
import { NOTHING } from "./place.ts";
import { isExact, NO_CONDITIONS, type Selected } from "./plan.ts";
import { predicateOf } from "./predicate.ts";
import type { Filter } from "./query.ts";
import { select } from "./select.ts";

/** One entry in so many is guessed to pass what is tested on it. */
const GUESSED_PASSES = 20;

/** Links that one entry is guessed to have to each of many. */
const GUESSED_LINKS = 3;

/**
 * Semi-join: the rows that link to an entry behind a relation which fulfils a filter. Null when links cannot tell them,
 * as where rows without any match too.
 */
export function selectLinked(ground: Ground, attribute: string, filter: Filter): Selected | null {
  const { reading, type, status, space } = ground;
  const { state, behindPlainTypes } = reading.sight;
  const end = state.shape.relations.end(type.uid, attribute);
  if (end === undefined) return null;
  const { other } = end;
  if (behindPlainTypes === "all" && !type.draftAndPublish && other.draftAndPublish) return null;
  // Where nothing is linked, nothing but nulls stands in: rows without links may match too.
  if (predicateOf(reading.sight, placeOfType(other), filter, reading.negation)(NOTHING, status)) return null;
  const far = groundOf(reading, other, status);
  const to = select(far, filter);
  const links = (space.size / Math.max(1, far.space.size)) * (end.attribute.many ? GUESSED_LINKS : 1);
  const targets = isExact(to) ? to.selection.rows : to.selection.rows / GUESSED_PASSES;
  const rows = Math.min(space.size, Math.ceil(targets * links));
  const layer = type.draftAndPublish || other.draftAndPublish ? status : "published";
  return { selection: { kind: "links", attribute, end, layer, to, rows }, rest: NO_CONDITIONS };
}
