import type { SetMembers } from "../../../indexes/building/set-build.ts";
import type { ContentType } from "../../../schema/content-type.ts";
import { linkEndName } from "../../../state/links/link-end-name.ts";
import { isLinked } from "../../../state/links/link-sets.ts";
import type { LinkEnd } from "../../../state/links/relation.ts";
import { inStatus, type Layer, layerOf, statusOf } from "../../../values/version.ts";
import { NO_CONDITIONS } from "../../match/conditions.ts";
import { mayMatchNulls } from "../../match/matches-nulls.ts";
import { predicateOf } from "../../match/predicate.ts";
import { NULL_NODE, positionOfType } from "../../position.ts";
import type { Filter } from "../../query.ts";
import type { ReadContext } from "../../read-context.ts";
import { followsState, type RowSource, rowSourceOf } from "../../row-source.ts";
import { type Holders, holdersOf } from "../holders.ts";
import { type ComponentPath, modelBehind } from "../row-fields.ts";
import { exceptFor, isExact, rowsKnown, type Selected, type Selection } from "../selection.ts";
import { accessPathFor } from "./access-path.ts";

/** Longer conditions are seldom repeated. */
const CONDITION_CHARACTERS = 1_000;

/** Without statistics, one in this many entries is assumed to pass a test. */
const GUESSED_PASSES = 20;

/** Without statistics, an entry is assumed to have this many links. */
const GUESSED_LINKS = 3;

/**
 * Semi-join: the rows that link to an entry which meets a filter, either directly or by a component at the end of a
 * path. Rows without any link are included if an entry of nulls meets the filter. Null if links cannot find the rows.
 */
export function accessPathForLinks(
  source: RowSource,
  path: ComponentPath,
  attribute: string,
  filter: Filter,
): Selected | null {
  const { context, space } = source;
  const end = context.view.state.shape.relations.end(modelBehind(source, path).uid, attribute);
  if (end === undefined) return null;
  const holders = path.length === 0 ? null : holdersOf(source, path);
  if (path.length > 0 && holders === null) return null;
  const linked: Selection[] = [];
  for (const layer of layersBehind(source, end)) linked.push(linkedIn(source, holders, end, layer, filter));
  const selection = some(source, linked);
  if (!mayMatchNulls(filter) || !holdsOfNulls(source, end, filter)) return { selection, residual: NO_CONDITIONS };
  if (holders !== null || space.size < context.view.state.shape.limits.fewRows) return null;
  const parts = [...linked.filter((each) => !isEmpty(each)), unlinked(source, end)];
  return { selection: some(source, parts), residual: NO_CONDITIONS };
}

/** Whether a selection of links is known to select no rows. */
function isEmpty(selection: Selection): boolean {
  return selection.kind === "links" && isExact(selection.to) && rowsKnown(selection.to.selection) === 0;
}

/** Whether an entry of nulls, which stands in where nothing is linked, meets a filter. */
function holdsOfNulls({ context, layer }: RowSource, { other }: LinkEnd, filter: Filter): boolean {
  return predicateOf(context.view, positionOfType(other), filter, context.negation)(NULL_NODE, layer);
}

/** The rows without a visible link. */
export function unlinked(source: RowSource, end: LinkEnd): Selection {
  const linked = layersBehind(source, end).map((layer) => withAnyLink(source, end, layer));
  return exceptFor(source, some(source, linked));
}

/** The layers of links that are visible from a query's rows. */
export function layersBehind(
  { context, type, layer }: RowSource,
  { relation, other }: Pick<LinkEnd, "relation" | "other">,
): readonly Layer[] {
  if (type.locale !== null) return statusesBehind(context, type, other, layer);
  const here = statusesBehind(context, type, other, statusOf(layer));
  const locales = other.locale === null ? null : context.view.state.linkLocales(relation);
  if (locales === null) return here;
  return [null, ...locales].flatMap((locale) => here.map((each) => layerOf(statusOf(each), locale)));
}

function statusesBehind({ view }: ReadContext, type: ContentType, other: ContentType, layer: Layer): readonly Layer[] {
  if (type.draftAndPublish) return [layer];
  if (!other.draftAndPublish) return [inStatus(layer, "published")];
  return view.behindPlainTypes === "all" ? [inStatus(layer, "published"), inStatus(layer, "draft")] : [layer];
}

/** The rows at the other end of a layer of links. */
export function rowSourceBehind(
  { context, type, layer: here }: RowSource,
  { other }: LinkEnd,
  layer: Layer,
): RowSource {
  const hasStatus = type.draftAndPublish || other.draftAndPublish;
  // Behind types without drafts, the status of the query applies.
  return rowSourceOf(context, other, hasStatus ? layer : inStatus(layer, statusOf(here)));
}

function linkedIn(source: RowSource, holders: Holders | null, end: LinkEnd, layer: Layer, filter: Filter): Selection {
  const { space } = source;
  const far = rowSourceBehind(source, end, layer);
  const condition = conditionOf(filter);
  const to = knownMatches(far, condition) ?? accessPathFor(far, filter);
  const { shape } = source.context.view.state;
  const isEvery = isExact(to) && rowsKnown(to.selection) === far.space.size;
  if (holders === null && isEvery && space.size >= shape.limits.fewRows) return withAnyLink(source, end, layer);
  const links = (space.size / Math.max(1, far.space.size)) * (end.attribute.many ? GUESSED_LINKS : 1);
  const targets = isExact(to) ? to.selection.rows : to.selection.rows / GUESSED_PASSES;
  const rows = Math.min(space.size, Math.ceil(targets * links));
  const { name } = end.attribute;
  const attribute = holders === null ? name : [...holders.path, name].join(".");
  return { kind: "links", attribute, holders, end, layer, far, to, condition, rows };
}

/** Cache key of a condition on the row alone; null for a condition that is not, is long, or names rows by id. */
function conditionOf(filter: Filter): string | null {
  if (!isOwn(filter) || (filter.kind === "compare" && (filter.field === "documentId" || filter.field === "id"))) {
    return null;
  }
  const text = JSON.stringify(filter);
  return text.length > CONDITION_CHARACTERS ? null : text;
}

function isOwn(filter: Filter): boolean {
  switch (filter.kind) {
    case "compare":
      return true;
    case "not":
      return isOwn(filter.filter);
    case "and":
    case "or":
      return filter.filters.every(isOwn);
    // These depend on other versions of the document.
    case "absent":
    case "related":
      return false;
  }
}

function knownMatches({ space }: RowSource, condition: string | null): Selected | null {
  const slots = condition === null ? undefined : space.indexes.matches.get(condition);
  if (slots === undefined) return null;
  const selection: Selection = { kind: "named", field: "a condition that is kept", slots, rows: slots.length };
  return { selection, residual: NO_CONDITIONS };
}

function withAnyLink(source: RowSource, end: LinkEnd, layer: Layer): Selection {
  const { context, space } = source;
  const { state, demand } = context.view;
  const members: SetMembers = {
    each: (from, until, add) => {
      space.eachSketch(from, until, [], ({ document, slot }) => {
        if (isLinked(state, end, layer, document)) add(slot);
      });
    },
    isCurrent: followsState(source),
  };
  const set = space.indexes.set(linkEndName(end.relation, end.end, layer), members, demand);
  return { kind: "set", about: `linked by ${end.attribute.name}`, set, rows: set.size };
}

function some({ space }: RowSource, parts: readonly Selection[]): Selection {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return { kind: "some", parts, rows: Math.min(space.size, rows) };
}
