import type { IndexSet } from "../../indexes/index-set.ts";
import type { ContentType } from "../../schema/content-type.ts";
import type { Row } from "../../values/row.ts";
import { type Layer, layerOf, type Status, statusOf } from "../../values/version.ts";
import type { Collection } from "../rows/collection.ts";
import type { Link } from "./link.ts";
import type { End } from "./link-end-name.ts";
import { linkEndName } from "./link-end-name.ts";
import { eachLink, type LinkList, lengthOf } from "./link-list.ts";
import type { LinkEnd, Relation, Relations } from "./relation.ts";

/** Links, and the documents at both ends. */
export interface LinkedDocuments {
  links(relation: Relation, layer: Layer, end: End, key: number): LinkList;
  collection(type: string): Collection;
  /** The locales other than the default one in which a relation may have links; null if there are none. */
  linkLocales(relation: Relation): Iterable<string> | null;
}

/** The parts of a state that are needed to keep its sets of linked rows up to date. */
export interface LinkedState extends LinkedDocuments {
  readonly relations: Relations;
  /** Like `collection`, for writing. */
  writable(type: string): Collection;
}

/** One end of a relation, and the type at the other. */
type Side = Pick<LinkEnd, "relation" | "end" | "other">;

/** The status of the versions of a type that a layer of links connects. */
export function statusIn(layer: Layer, { draftAndPublish }: ContentType): Status {
  return draftAndPublish ? statusOf(layer) : "published";
}

/** Whether a document is linked to a visible one; `without`: the number of a document to ignore. */
export function isLinked(
  state: LinkedDocuments,
  { relation, end, other }: Side,
  layer: Layer,
  key: number,
  without?: number,
): boolean {
  const status = statusIn(layer, other);
  const collection = state.collection(other.uid).in(layer);
  return !eachLink(state.links(relation, layer, end, key), (link) => {
    const far = farEnd(end, link);
    return far === without || collection.slotOf(far, status) === undefined;
  });
}

/** Updates the sets of a row's space, and of the rows linked to it, after it was added or before it is removed. */
export function updateLinkSetsOf(
  state: LinkedState,
  { type, locale }: Pick<Collection, "type" | "locale">,
  row: Row,
  isThere: boolean,
): void {
  for (const at of state.relations.touching(type.uid)) {
    const { relation, end, other } = at;
    if (relation.owner.model === "component") continue;
    for (const layer of layersSeen(state, { type, locale }, row.status, at)) {
      const links = state.links(relation, layer, end, row.document);
      const own = setsOf(state, type, layer);
      const far = lengthOf(links) === 0 ? null : setsOf(state, other, layer);
      if (own === null && far === null) continue;
      const back: Side = { relation, end: end === "source" ? "target" : "source", other: type };
      eachLink(links, (link) => {
        const key = farEnd(end, link);
        own?.markLink(linkEndName(relation, end, layer), key, row.slot, isThere);
        if (far !== null) updateIsLinked(state, other, back, layer, key, isThere ? undefined : row.document);
        return true;
      });
      if (isThere) updateIsLinked(state, type, at, layer, row.document);
      else own?.mark(linkEndName(relation, end, layer), row.slot, false);
    }
  }
}

/** Updates the sets at both ends of a link that was added or removed. */
export function updateLinkSets(
  state: LinkedState,
  relation: Relation,
  layer: Layer,
  { source, target }: { readonly [end in End]: number },
  isThere: boolean,
): void {
  const { owner, target: to } = relation;
  if (owner.model === "component") return;
  updateEnd(state, owner, { relation, end: "source", other: to }, layer, source, target, isThere);
  updateEnd(state, to, { relation, end: "target", other: owner }, layer, target, source, isThere);
}

function updateEnd(
  state: LinkedState,
  type: ContentType,
  side: Side,
  layer: Layer,
  key: number,
  far: number,
  isThere: boolean,
): void {
  const slot = slotOf(state, type, layer, key);
  if (slot === undefined) return;
  setsOf(state, type, layer)?.markLink(linkEndName(side.relation, side.end, layer), far, slot, isThere);
  updateIsLinked(state, type, side, layer, key);
}

/** Updates the set of all linked documents for one document. */
function updateIsLinked(
  state: LinkedState,
  type: ContentType,
  side: Side,
  layer: Layer,
  key: number,
  without?: number,
): void {
  const slot = slotOf(state, type, layer, key);
  const sets = slot === undefined ? null : setsOf(state, type, layer);
  if (slot === undefined || sets === null) return;
  const name = linkEndName(side.relation, side.end, layer);
  if (sets.has(name)) sets.mark(name, slot, isLinked(state, side, layer, key, without));
}

/**
 * The sets of the space that a layer connects, for updating; null if none have been built. In either case the space is
 * no longer shared with forks, because the next query builds sets in it that do not apply to them.
 */
function setsOf(state: LinkedState, type: ContentType, layer: Layer): IndexSet | null {
  const { indexes } = state.writable(type.uid).in(layer).spaces[statusIn(layer, type)];
  return indexes.keepsSets ? indexes : null;
}

function slotOf(state: LinkedState, type: ContentType, layer: Layer, key: number): number | undefined {
  return state.collection(type.uid).in(layer).slotOf(key, statusIn(layer, type));
}

function farEnd(end: End, link: Link): number {
  return end === "source" ? link.target : link.source;
}

const BOTH: readonly Status[] = ["draft", "published"];
const ONLY: { readonly [status in Status]: readonly Status[] } = { draft: ["draft"], published: ["published"] };

/** The layers of a relation in which versions of a type in one locale and status are visible. */
function layersSeen(
  state: LinkedState,
  { type, locale }: Pick<Collection, "type" | "locale">,
  status: Status,
  { relation, other }: LinkEnd,
): readonly Layer[] {
  const statuses = type.draftAndPublish ? ONLY[status] : other.draftAndPublish ? BOTH : ONLY.published;
  if (type.locale !== null) return locale === null ? statuses : statuses.map((each) => layerOf(each, locale));
  const locales = other.locale === null ? null : state.linkLocales(relation);
  if (locales === null) return statuses;
  return [null, ...locales].flatMap((each) => statuses.map((status) => layerOf(status, each)));
}
