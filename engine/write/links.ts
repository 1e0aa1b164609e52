import type { Connection, LinkWrite, Reference } from "../document/input.ts";
import { invariant } from "../error.ts";
import type { Rules } from "../rules.ts";
import type { ContentType } from "../schema/content-type.ts";
import { placeIn } from "../state/links/link.ts";
import type { End } from "../state/links/link-end-name.ts";
import type { LinkEnd, Relation } from "../state/links/relation.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { type LinkKey, layerFor, layersOf, type NamedLink, type View } from "../state/view.ts";
import { inOtherStatus, inStatus, type Layer, layerOf, localeOf, type Status, statusOf } from "../values/version.ts";
import { arrange } from "./link-order/arrange.ts";
import { placesOf } from "./link-order/places-of.ts";
import type { Placing } from "./link-order/placing.ts";
import { replaceAnchors } from "./link-order/replace-anchors.ts";

/** The list of links of one attribute of one document or component, which a write changes. */
export interface LinkPlace {
  /** One end or, for a morph attribute, one for each type; their links share one list. */
  readonly ends: readonly LinkEnd[];
  readonly key: LinkKey;
}

/** A link in such a list. */
interface ListedLink {
  /** The end that the link belongs to. */
  readonly end: LinkEnd;
  readonly link: NamedLink;
  /** Identifies the document at the other end, among all that the attribute may link to. */
  readonly other: string;
}

/** A content type in the locale that is written; null is the default locale. */
export interface Edition {
  readonly type: ContentType;
  readonly locale: string | null;
}

/**
 * The layers that a write of a document changes (writes, §12.3). A draft is written in its own layer. A document
 * without drafts is in both layers, unless the other end has no drafts either. A document without locales is in the
 * layers of all entries that it links to, or that `write` links it to.
 */
export function layersWritten(
  view: Pick<View, "linkLocales">,
  { type, locale }: Edition,
  end: LinkEnd,
  write: LinkWrite | null = null,
): readonly Layer[] {
  const statuses = statusesWritten(type, end);
  if (type.locale !== null) return statuses.map((status) => layerOf(status, locale));
  const { family } = end.relation;
  const leadsToLocales = end.other.locale !== null || family.some(isToLocalized);
  const named = leadsToLocales && write !== null ? localesNamed(write) : [];
  const linked = family.flatMap((relation) => view.linkLocales(relation) ?? []);
  if (linked.length === 0 && named.length === 0) return statuses;
  const locales = new Set([null, ...linked, ...named]);
  return [...locales].flatMap((each) => statuses.map((status) => layerOf(status, each)));
}

function isToLocalized({ target }: Relation): boolean {
  return target.locale !== null;
}

function statusesWritten({ draftAndPublish }: ContentType, { other, relation }: LinkEnd): readonly Status[] {
  if (draftAndPublish) return DRAFT;
  // A list that may lead to drafts is stored in both layers.
  const hasDrafts = other.draftAndPublish || relation.family.some(({ target }) => target.draftAndPublish);
  return hasDrafts ? BOTH : PUBLISHED;
}

const DRAFT: readonly Status[] = ["draft"];
const PUBLISHED: readonly Status[] = ["published"];
const BOTH: readonly Status[] = ["draft", "published"];

function localesNamed(write: LinkWrite): string[] {
  const references =
    write.kind === "set" ? write.targets : [...write.connect.map(({ target }) => target), ...write.disconnect];
  return references.flatMap(({ locale }) => locale ?? []);
}

/**
 * Whether a reference selects a layer, where links are written in several. `isLocalized`: the source has locales, so
 * links are in its own.
 */
export function isReached(
  { status, locale = null }: Reference,
  layer: Layer,
  layers: readonly Layer[],
  isLocalized: boolean,
): boolean {
  if (!isLocalized && locale !== localeOf(layer)) return false;
  if (status === undefined || status === statusOf(layer)) return true;
  return layers.every((each) => statusOf(each) === statusOf(layer));
}

/** Carries out a relation operation in each layer separately. `status` in a reference selects among several layers. */
export function writeLinks(
  transaction: Transaction,
  layers: readonly Layer[],
  place: LinkPlace,
  write: LinkWrite,
  isLocalized: boolean,
): void {
  for (const layer of layers) {
    const reaches = (reference: Reference) => isReached(reference, layer, layers, isLocalized);
    setLinks(transaction, layer, place, [
      ...new Set(listAfter(transaction, layer, place, write, reaches, isLocalized)),
    ]);
  }
}

function listAfter(
  transaction: Transaction,
  layer: Layer,
  place: LinkPlace,
  write: LinkWrite,
  reaches: (reference: Reference) => boolean,
  isLocalized: boolean,
): readonly string[] {
  if (write.kind === "set") return write.targets.filter(reaches).map(nameOf);
  const list = linksAt(transaction, layer, place).map(({ other }) => other);
  const placings = write.connect.filter(({ target }) => reaches(target)).map(placingOf);
  const connected = new Set(placings.map((placing) => placing.key));
  const disconnected = write.disconnect.filter(reaches).map(nameOf);
  const gone = new Set(disconnected.filter((each) => !connected.has(each)));
  const replaced = !isMany(place) && (connected.size > 0 || isReplacedElsewhere(write, layer, reaches));
  const left = replaced ? [] : list.filter((each) => !gone.has(each));
  const idOf = (other: string) => numericId(transaction, place, other, layer);
  return arrange(left, replaceAnchors(list, placings, gone), {
    idOf,
    locale: isLocalized ? null : transaction.shape.schema.defaultLocale,
  });
}

/** The links of a list, in order. */
export function linksAt(transaction: Transaction, layer: Layer, { ends, key }: LinkPlace): readonly ListedLink[] {
  const listed: ListedLink[] = [];
  for (const end of ends) {
    for (const link of transaction.links(end.relation, layer, end.end, key)) {
      const documentId = otherOf(end)(link);
      listed.push({ end, link, other: ends.length === 1 ? documentId : nameOf({ type: end.other.uid, documentId }) });
    }
  }
  return ends.length === 1 ? listed : listed.sort((left, right) => placeOf(left) - placeOf(right));
}

/** Identifies a document that an attribute may link to. No uid contains a space. */
export function nameOf({ type, documentId }: Reference): string {
  return type === undefined ? documentId : `${type} ${documentId}`;
}

/** Resolves such a name to the end that leads to the document, and its documentId. */
export function farEnd({ ends }: LinkPlace, other: string): { readonly end: LinkEnd; readonly documentId: string } {
  const [only] = ends;
  if (ends.length === 1 && only !== undefined) return { end: only, documentId: other };
  const at = other.indexOf(" ");
  const end = ends.find((each) => each.other.uid === other.slice(0, at));
  invariant(end !== undefined, "a morph attribute leads to every content type");
  return { end, documentId: other.slice(at + 1) };
}

export function isMany({ ends }: LinkPlace): boolean {
  return ends[0]?.attribute.many ?? false;
}

/** Whether the only link allowed will lead to an entry in another locale. */
function isReplacedElsewhere(
  { connect }: Extract<LinkWrite, { kind: "change" }>,
  layer: Layer,
  reaches: (reference: Reference) => boolean,
): boolean {
  return connect.some(({ target }) => (target.locale ?? null) !== localeOf(layer) && !reaches(target));
}

/** Wanted places of links, by the document at the other end. They are used if they are free and in order. */
export interface WantedPlaces {
  /** In the list that is set; the present ones when absent. */
  readonly here?: ReadonlyMap<string, number>;
  /** In the lists at the other ends; the last place when absent. Called once, and only if there are new links. */
  readonly there?: () => ReadonlyMap<string, number>;
}

/**
 * Sets the links of a list, in this order. A link that stays keeps its place in the other end's list. A new link gets
 * its wanted place there; if that end allows only one link, the document is taken away from its previous owner.
 */
export function setLinks(
  transaction: Transaction,
  layer: Layer,
  place: LinkPlace,
  others: readonly string[],
  wantedPlaces: WantedPlaces = {},
): void {
  const before = linksAt(transaction, layer, place);
  if (isSet(before, others, wantedPlaces.here)) return;
  const known = before.length === 0 ? NO_LINKS : new Map(before.map(({ other, link }) => [other, link]));
  if (before.length > 0) {
    const wanted = new Set(others);
    for (const { end, link, other } of before) if (!wanted.has(other)) unlink(transaction, end.relation, layer, link);
  }
  const places = placesOf(others, wantedPlaces.here ?? placesIn(before));
  let there: ReadonlyMap<string, number> | undefined;
  for (const other of others) {
    const link = known.get(other);
    const { end, documentId } = farEnd(place, other);
    let otherPlace: number;
    if (link !== undefined) otherPlace = placeIn(link, opposite(end.end));
    else {
      makeRoom(transaction, layer, end, documentId, place.key);
      there ??= wantedPlaces.there?.();
      otherPlace = freePlace(transaction, layer, end, documentId, there?.get(other));
    }
    const here = places.get(other) ?? 0;
    transaction.link(end.relation, layer, linkOf(end, place.key, documentId, here, otherPlace));
  }
  const [end] = place.ends;
  if (end?.end !== "target") return;
  const changed = new Set(others);
  for (const { other } of before) if (!changed.delete(other)) changed.add(other);
  for (const source of changed) spreadLinks(transaction, layer, end.relation, source);
}

const NO_LINKS: ReadonlyMap<string, NamedLink> = new Map();
const NO_PLACES: ReadonlyMap<string, number> = new Map();

/**
 * Whether a list has just these links in this order and at these places, so that setting them changes nothing, as when a
 * document is published again. Places that do not ascend are assigned anew.
 */
function isSet(
  list: readonly ListedLink[],
  others: readonly string[],
  places: ReadonlyMap<string, number> | undefined,
): boolean {
  if (list.length !== others.length) return false;
  let last = Number.NEGATIVE_INFINITY;
  for (const [at, listed] of list.entries()) {
    const place = placeOf(listed);
    if (listed.other !== others[at] || place <= last) return false;
    if (places !== undefined && places.get(listed.other) !== place) return false;
    last = place;
  }
  return true;
}

function placesIn(list: readonly ListedLink[]): ReadonlyMap<string, number> {
  return list.length === 0 ? NO_PLACES : new Map(list.map((listed) => [listed.other, placeOf(listed)]));
}

/** Removes every link of a list. */
export function clearLinks(transaction: Transaction, layer: Layer, place: LinkPlace): void {
  for (const { end, link } of linksAt(transaction, layer, place)) unlink(transaction, end.relation, layer, link);
}

/** The document or component at the other end of a link. */
export function otherOf(end: LinkEnd): (link: NamedLink) => string {
  return end.end === "source" ? (link) => link.target : (link) => String(link.source);
}

/** If the other end allows only one link, removes the link that it has with another document. */
function makeRoom(transaction: Transaction, layer: Layer, end: LinkEnd, other: string, key: LinkKey): void {
  const side = opposite(end.end);
  if (end.relation.many[side]) return;
  for (const relation of listedAt(end.relation, side)) {
    for (const link of transaction.links(relation, layer, side, other)) {
      const isOwn = relation === end.relation && (end.end === "source" ? link.source : link.target) === key;
      if (isOwn) continue;
      unlink(transaction, relation, layer, link);
      if (end.end === "source") spreadLinks(transaction, layer, relation, link.source);
    }
  }
}

/** Whether all locales of a document share the links of a relation (locales, §3). */
export function isShared({ owner, attribute }: Relation, { sharedRelations }: Rules): boolean {
  return sharedRelations && owner.model === "content-type" && owner.locale !== null && owner.shared.has(attribute.name);
}

/** After a write from the other side has changed shared links of a document, copies them to its other locales. */
function spreadLinks(transaction: Transaction, layer: Layer, relation: Relation, source: LinkKey): void {
  const { owner, attribute, target: other } = relation;
  if (!isShared(relation, transaction.rules) || !hasLinksIn(transaction, relation, source, layer)) return;
  const end: LinkEnd = { relation, end: "source", attribute, other };
  const links = transaction.links(relation, layer, "source", source);
  const here = new Map(links.map((link) => [link.target, link.inSource]));
  for (const to of layersOf(transaction, owner.uid)) {
    if (to === layer || statusOf(to) !== statusOf(layer) || !hasLinksIn(transaction, relation, source, to)) continue;
    setLinks(transaction, to, { ends: [end], key: source }, [...here.keys()], { here });
  }
}

/** Whether a document exists in the layer of a link. */
function hasLinksIn(transaction: Transaction, { owner }: Relation, source: LinkKey, layer: Layer): boolean {
  if (owner.model !== "content-type") return false;
  const own = owner.draftAndPublish ? layer : inStatus(layer, "published");
  return transaction.has(owner.uid, String(source), own);
}

/** The relations whose links share one list at an end of this one. */
function listedAt(relation: Relation, end: End): readonly Relation[] {
  return end === "source" ? relation.family : [relation];
}

function unlink(transaction: Transaction, relation: Relation, layer: Layer, link: NamedLink): void {
  transaction.unlink(relation, layer, link.source, link.target);
}

/**
 * The wanted place in the other end's list, or the next free one after it; the end of the list if none is wanted. Under
 * the rule `links: "version"`, the links of both layers are numbered together.
 */
function freePlace(
  transaction: Transaction,
  layer: Layer,
  { relation, end }: LinkEnd,
  other: string,
  wanted: number | undefined,
): number {
  const there = opposite(end);
  const listed = listedAt(relation, there);
  const last = lastIn(transaction, layer, listed, there, other);
  if (wanted === undefined) {
    const ofRows = transaction.rules.links === "version";
    const besides = ofRows ? lastIn(transaction, inOtherStatus(layer), listed, there, other) : 0;
    return Math.floor(Math.max(last, besides)) + 1;
  }
  if (wanted > last) return wanted;
  const next = Math.floor(wanted) + 1;
  let isTaken = false;
  let lastTaken = wanted;
  for (const sibling of listed) {
    for (const link of transaction.linksBetween(sibling, layer, there, other, wanted, next)) {
      const place = placeIn(link, there);
      if (place === wanted) isTaken = true;
      else lastTaken = Math.max(lastTaken, place);
    }
  }
  return isTaken ? (lastTaken + next) / 2 : wanted;
}

/** The last place among all relations that share the list. */
function lastIn(transaction: Transaction, layer: Layer, listed: readonly Relation[], end: End, key: string): number {
  let last = Number.NEGATIVE_INFINITY;
  for (const relation of listed) last = Math.max(last, transaction.lastPlace(relation, layer, end, key));
  return last;
}

function linkOf({ end }: LinkEnd, key: LinkKey, other: string, here: number, there: number): NamedLink {
  if (end === "source") return { source: key, target: other, inSource: here, inTarget: there };
  invariant(typeof key === "string", "only documents stand at the target end");
  return { source: other, target: key, inSource: there, inTarget: here };
}

function placeOf({ end, link }: ListedLink): number {
  return placeIn(link, end.end);
}

export function opposite(end: End): End {
  return end === "source" ? "target" : "source";
}

function placingOf({ target, position }: Connection): Placing {
  const key = nameOf(target);
  if (position === undefined) return { key, place: { at: "end" } };
  if ("at" in position) return { key, place: position };
  if ("before" in position) return { key, place: { before: nameOf(position.before) } };
  return { key, place: { after: nameOf(position.after) } };
}

/** The numeric id of the version that a link of this layer leads to; 0 if there is none. */
export function numericId(transaction: Transaction, place: LinkPlace, other: string, layer: Layer): number {
  const { end, documentId } = farEnd(place, other);
  const here = layerFor(end.other, layer);
  const { uid } = end.other;
  const version = transaction.version(uid, documentId, here);
  return (version ?? transaction.version(uid, documentId, inStatus(here, "published")))?.id ?? 0;
}
