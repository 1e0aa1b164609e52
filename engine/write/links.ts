import type { Connection, LinkWrite, Reference } from "../document/input.ts";
import { invariant } from "../error.ts";
import type { End, LinkEnd, Relation } from "../state/links/relation.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import type { LinkKey, NamedLink } from "../state/view.ts";
import type { Status } from "../values/version.ts";
import { arrange } from "./link-order/arrange.ts";
import { besideWhatStays } from "./link-order/beside-what-stays.ts";
import { placesOf } from "./link-order/places-of.ts";
import type { Placing } from "./link-order/placing.ts";

/** One end of a relation at one document or component: the list of links that a write changes. */
export interface LinkPlace {
  readonly end: LinkEnd;
  readonly key: LinkKey;
}

/**
 * The layers that a write of a document reaches (writes, §12.3): a draft writes its own layer; a document without drafts
 * stands in both, unless the other end has no drafts either.
 */
export function layersWritten(draftAndPublish: boolean, end: LinkEnd): readonly Status[] {
  if (draftAndPublish) return ["draft"];
  return end.other.draftAndPublish ? ["draft", "published"] : ["published"];
}

/** Carries out a relation operation in each layer by itself. `status` in a reference chooses among several layers. */
export function writeLinks(
  transaction: Transaction,
  layers: readonly Status[],
  place: LinkPlace,
  write: LinkWrite,
): void {
  for (const layer of layers) {
    const reaches = (reference: Reference) =>
      layers.length === 1 || reference.status === undefined || reference.status === layer;
    setLinks(transaction, layer, place, [...new Set(listAfter(transaction, layer, place, write, reaches))]);
  }
}

function listAfter(
  transaction: Transaction,
  layer: Status,
  { end, key }: LinkPlace,
  write: LinkWrite,
  reaches: (reference: Reference) => boolean,
): readonly string[] {
  if (write.kind === "set") return write.targets.filter(reaches).map((target) => target.documentId);
  const list = transaction.links(end.relation, layer, end.end, key).map(otherOf(end));
  const placings = write.connect.filter(({ target }) => reaches(target)).map(placingOf);
  const connected = new Set(placings.map((placing) => placing.key));
  const disconnected = write.disconnect.filter(reaches).map((target) => target.documentId);
  const gone = new Set(disconnected.filter((each) => !connected.has(each)));
  const replaced = !end.attribute.many && connected.size > 0;
  const left = replaced ? [] : list.filter((each) => !gone.has(each));
  const nameOf = (documentId: string) => numericId(transaction, end, documentId, layer);
  return arrange(left, besideWhatStays(list, placings, gone), nameOf);
}

/** Places that links are to have, by the other document, as far as they are free and follow the order. */
export interface WantedPlaces {
  /** In the list that is set; those from before when absent. */
  readonly here?: ReadonlyMap<string, number>;
  /** In the lists at the other ends; the last when absent. */
  readonly there?: ReadonlyMap<string, number>;
}

/**
 * Makes these the links at a place, in this order. A link that stays keeps its place in the other end's list; a new one
 * goes to the place that is wanted for it there, and takes the other document away from whoever may not share it.
 */
export function setLinks(
  transaction: Transaction,
  layer: Status,
  place: LinkPlace,
  others: readonly string[],
  wantedPlaces: WantedPlaces = {},
): void {
  const { relation, end } = place.end;
  const before = transaction.links(relation, layer, end, place.key);
  const wanted = new Set(others);
  for (const link of before) if (!wanted.has(otherOf(place.end)(link))) unlink(transaction, relation, layer, link);
  const known = new Map(before.map((link) => [otherOf(place.end)(link), link]));
  const old = wantedPlaces.here ?? new Map(before.map((link) => [otherOf(place.end)(link), ownPlace(link, end)]));
  const places = placesOf(others, old);
  for (const other of others) {
    const link = known.get(other);
    if (link === undefined) makeRoom(transaction, layer, place.end, other, place.key);
    const otherPlace =
      link === undefined
        ? freePlace(transaction, layer, place.end, other, wantedPlaces.there?.get(other))
        : ownPlace(link, opposite(end));
    transaction.link(relation, layer, linkOf(place, other, places.get(other) ?? 0, otherPlace));
  }
}

/** Removes every link at a place. */
export function clearLinks(transaction: Transaction, layer: Status, place: LinkPlace): void {
  const { relation, end } = place.end;
  for (const link of transaction.links(relation, layer, end, place.key)) unlink(transaction, relation, layer, link);
}

/** The document or component at the other end of a link. */
export function otherOf(end: LinkEnd): (link: NamedLink) => string {
  return end.end === "source" ? (link) => link.target : (link) => String(link.source);
}

/** Where the other end may have one link only, a new one takes it away from the document that has it. */
function makeRoom(transaction: Transaction, layer: Status, end: LinkEnd, other: string, key: LinkKey): void {
  const { relation } = end;
  const side = opposite(end.end);
  if (relation.many[side]) return;
  for (const link of transaction.links(relation, layer, side, other)) {
    if ((end.end === "source" ? link.source : link.target) !== key) unlink(transaction, relation, layer, link);
  }
}

function unlink(transaction: Transaction, relation: Relation, layer: Status, link: NamedLink): void {
  transaction.unlink(relation, layer, link.source, link.target);
}

const OTHER: Readonly<Record<Status, Status>> = { draft: "published", published: "draft" };

/**
 * The place that is wanted in the other end's list, or behind those that wanted the same; the end when none is. Where
 * links name versions, those of both layers are numbered together.
 */
function freePlace(
  transaction: Transaction,
  layer: Status,
  { relation, end }: LinkEnd,
  other: string,
  wanted: number | undefined,
): number {
  const there = opposite(end);
  const last = transaction.lastPlace(relation, layer, there, other);
  if (wanted === undefined) {
    const besides =
      transaction.rules.links === "version" ? transaction.lastPlace(relation, OTHER[layer], there, other) : 0;
    return Math.floor(Math.max(last, besides)) + 1;
  }
  if (wanted > last) return wanted;
  const places = transaction.links(relation, layer, there, other).map((link) => ownPlace(link, there));
  if (!places.includes(wanted)) return wanted;
  const next = Math.floor(wanted) + 1;
  const taken = places.findLast((each) => each < next) ?? wanted;
  return (taken + next) / 2;
}

function linkOf(place: LinkPlace, other: string, here: number, there: number): NamedLink {
  if (place.end.end === "source") return { source: place.key, target: other, inSource: here, inTarget: there };
  invariant(typeof place.key === "string", "only documents stand at the target end");
  return { source: other, target: place.key, inSource: there, inTarget: here };
}

export function ownPlace(link: NamedLink, end: End): number {
  return end === "source" ? link.inSource : link.inTarget;
}

export function opposite(end: End): End {
  return end === "source" ? "target" : "source";
}

function placingOf({ target, position }: Connection): Placing {
  const key = target.documentId;
  if (position === undefined) return { key, place: { at: "end" } };
  if ("at" in position) return { key, place: position };
  if ("before" in position) return { key, place: { before: position.before.documentId } };
  return { key, place: { after: position.after.documentId } };
}

/** The id of the version that a link of this layer leads to; 0 when there is none. */
export function numericId(transaction: Transaction, end: LinkEnd, documentId: string, layer: Status): number {
  const type = end.other.uid;
  const version = transaction.version(type, documentId, layer) ?? transaction.version(type, documentId, "published");
  return version?.id ?? 0;
}
