import type { LinkEnd } from "../state/links/relation.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { type LinkKey, layerFor, type NamedLink } from "../state/view.ts";
import type { Layer } from "../values/version.ts";
import { clearLinks, opposite, otherOf, ownPlace, setLinks, type WantedPlaces } from "./links.ts";

/** Links of one version that its other version, which is made anew, is to have too. */
export interface LinkCopy {
  readonly end: LinkEnd;
  readonly source: Layer;
  readonly destination: Layer;
  /** The document, or a component and its copy. */
  readonly from: LinkKey;
  readonly to: LinkKey;
  /** There was no such version before. */
  readonly first: boolean;
}

/** Copies links with their order at both ends; what the other end already shows keeps its place there. */
export function copyLinks(tx: Transaction, copy: LinkCopy): void {
  const { end, source, destination, from, to } = copy;
  const links = tx.links(end.relation, source, end.end, from);
  const others = links.map(otherOf(end)).filter((other) => isLinkable(tx, end, other, destination));
  const ofRows = tx.rules.links === "version";
  const place = { ends: [end], key: to };
  if (ofRows && isInternal(end)) clearLinks(tx, destination, place);
  setLinks(tx, destination, place, others, placesOfCopy(tx, copy, links));
}

/**
 * Adds the one-way links that documents of the same type have to this one: where links name versions, they appear with
 * the version that they lead to.
 */
export function joinLinks(tx: Transaction, { end, source, destination, from, to }: LinkCopy): void {
  if (tx.rules.links === "document") return;
  const links = tx.links(end.relation, source, end.end, from);
  const joining = links.filter((link) => isLinkable(tx, end, otherOf(end)(link), destination));
  for (const link of joining) tx.unlink(end.relation, destination, link.source, link.target);
  const present = tx.links(end.relation, destination, end.end, to);
  const others = [...present, ...joining].map(otherOf(end));
  setLinks(tx, destination, { ends: [end], key: to }, others, { there: there(end, links) });
}

/** Leads from documents of a type to documents of the same type. */
export function isInternal({ relation }: LinkEnd): boolean {
  return relation.owner === relation.target;
}

/** Where links name versions, one can only lead to a version that exists. */
function isLinkable(tx: Transaction, end: LinkEnd, other: string, layer: Layer): boolean {
  if (tx.rules.links === "document" || !end.other.draftAndPublish) return true;
  return tx.has(end.other.uid, other, layerFor(end.other, layer));
}

function placesOfCopy(tx: Transaction, copy: LinkCopy, links: readonly NamedLink[]): WantedPlaces {
  const { end } = copy;
  // Each relation of a morph attribute is copied by itself: only the places hold the order among them.
  if (end.end === "source" && end.attribute.kind === "morph")
    return { here: here(end, links), there: there(end, links) };
  return tx.rules.links === "version" ? placesOfRows(copy, links) : { there: there(end, links) };
}

/**
 * Where links name versions, a new version has new ones, numbered afresh in its own lists and at the end of others'.
 * Recorded: the numbers of the source are restored between documents of one type, and at a first publication in the
 * lists of others and in that of the owner of a relation between many and many.
 */
function placesOfRows({ end, first }: LinkCopy, links: readonly NamedLink[]): WantedPlaces {
  const { inverse, many } = end.relation;
  if (isInternal(end)) return { here: here(end, links), there: there(end, links) };
  if (!first || inverse === null) return { here: NONE };
  const owned = end.end === "source" && many.source && many.target;
  return { here: owned ? here(end, links) : NONE, there: there(end, links) };
}

const NONE: ReadonlyMap<string, number> = new Map();

function here(end: LinkEnd, links: readonly NamedLink[]): ReadonlyMap<string, number> {
  return new Map(links.map((link) => [otherOf(end)(link), ownPlace(link, end.end)]));
}

function there(end: LinkEnd, links: readonly NamedLink[]): ReadonlyMap<string, number> {
  return new Map(links.map((link) => [otherOf(end)(link), ownPlace(link, opposite(end.end))]));
}
