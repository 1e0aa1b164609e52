import { linkEndName } from "../../state/links/link-end-name.ts";
import { isLinked } from "../../state/links/link-sets.ts";
import type { LinkEnd } from "../../state/links/relation.ts";
import type { Status } from "../../values/version.ts";
import { NO_CONDITIONS } from "../match/conditions.ts";
import { predicateOf } from "../match/predicate.ts";
import { NOTHING } from "../position.ts";
import type { Filter } from "../query.ts";
import { type Ground, groundOf, placeOfType } from "../row-source.ts";
import { type Holders, holdersOf } from "./holders.ts";
import { type ComponentPath, modelBehind } from "./row-fields.ts";
import { select } from "./select.ts";
import { exceptFor, isExact, rowsKnown, type Selected, type Selection } from "./selection.ts";

/** One entry in so many is guessed to pass what is tested on it. */
const GUESSED_PASSES = 20;

/** Links that one entry is guessed to have to each of many. */
const GUESSED_LINKS = 3;

/**
 * Semi-join: the rows that link to an entry behind a relation which fulfils a filter, themselves or by a component at the
 * end of a path, and the rows without any link where nothing but nulls fulfils it too. Null where links cannot tell them.
 */
export function selectLinked(ground: Ground, path: ComponentPath, attribute: string, filter: Filter): Selected | null {
  const { reading, status, space } = ground;
  const end = reading.sight.state.shape.relations.end(modelBehind(ground, path).uid, attribute);
  if (end === undefined) return null;
  const holders = path.length === 0 ? null : holdersOf(ground, path);
  if (path.length > 0 && holders === null) return null;
  const linked = layersBehind(ground, end).map((layer) => linkedIn(ground, holders, end, layer, filter));
  const selection = some(ground, linked);
  // Where nothing is linked, nothing but nulls stands in.
  if (!predicateOf(reading.sight, placeOfType(end.other), filter, reading.negation)(NOTHING, status)) {
    return { selection, rest: NO_CONDITIONS };
  }
  if (holders !== null || space.size < reading.sight.state.shape.limits.fewRows) return null;
  return { selection: some(ground, [selection, unlinked(ground, end)]), rest: NO_CONDITIONS };
}

/** The rows that are linked to nothing that can be seen. */
export function unlinked(ground: Ground, end: LinkEnd): Selection {
  const linked = layersBehind(ground, end).map((layer) => withAnyLink(ground, end, layer));
  return exceptFor(ground, some(ground, linked));
}

/** The layers of links that a query sees from its rows. */
export function layersBehind({ reading, type, status }: Ground, { other }: LinkEnd): readonly Status[] {
  if (type.draftAndPublish) return [status];
  if (!other.draftAndPublish) return ["published"];
  return reading.sight.behindPlainTypes === "all" ? ["published", "draft"] : [status];
}

/** The rows behind a layer of links. */
export function groundBehind({ reading, type, status }: Ground, { other }: LinkEnd, layer: Status): Ground {
  return groundOf(reading, other, type.draftAndPublish || other.draftAndPublish ? layer : status);
}

function linkedIn(ground: Ground, holders: Holders | null, end: LinkEnd, layer: Status, filter: Filter): Selection {
  const { space } = ground;
  const far = groundBehind(ground, end, layer);
  const to = select(far, filter);
  const isEvery = isExact(to) && rowsKnown(to.selection) === far.space.size;
  if (holders === null && isEvery && space.size >= ground.reading.sight.state.shape.limits.fewRows)
    return withAnyLink(ground, end, layer);
  const links = (space.size / Math.max(1, far.space.size)) * (end.attribute.many ? GUESSED_LINKS : 1);
  const targets = isExact(to) ? to.selection.rows : to.selection.rows / GUESSED_PASSES;
  const rows = Math.min(space.size, Math.ceil(targets * links));
  const attribute = [...(holders?.path ?? []), end.attribute.name].join(".");
  return { kind: "links", attribute, holders, end, layer, far, to, rows };
}

function withAnyLink({ reading, space }: Ground, end: LinkEnd, layer: Status): Selection {
  const { state } = reading.sight;
  const set = space.indexes.set(linkEndName(end.relation, end.end, layer), function* () {
    for (const row of space.rows()) if (isLinked(state, end, layer, row.document)) yield row.slot;
  });
  return { kind: "set", about: `linked by ${end.attribute.name}`, set, rows: set.size };
}

function some({ space }: Ground, parts: readonly Selection[]): Selection {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return { kind: "some", parts, rows: Math.min(space.size, rows) };
}
