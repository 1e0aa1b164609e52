import { placeIn } from "../state/links/link.ts";
import type { LinkEnd } from "../state/links/relation.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { type LinkKey, layerFor, type NamedLink } from "../state/view.ts";
import type { Layer } from "../values/version.ts";
import { clearLinks, opposite, otherOf, setLinks, type WantedPlaces } from "./links.ts";

/** Links of one version that are to be copied to another version of the document. */
export interface LinkCopy {
  readonly end: LinkEnd;
  readonly source: Layer;
  readonly destination: Layer;
  /** The document, or a component and its copy. */
  readonly from: LinkKey;
  readonly to: LinkKey;
  /** The destination version did not exist before. */
  readonly first: boolean;
}

/** Copies links with their order at both ends. A link that the other end has already keeps its place there. */
export function copyLinks(tx: Transaction, copy: LinkCopy): void {
  const { end, source, destination, from, to } = copy;
  const links = tx.links(end.relation, source, end.end, from);
  // Of most ends there are none.
  if (links.length === 0 && tx.links(end.relation, destination, end.end, to).length === 0) return;
  const others = links.map(otherOf(end)).filter((other) => isLinkable(tx, end, other, destination));
  const ofRows = tx.rules.links === "version";
  const place = { ends: [end], key: to };
  if (ofRows && isInternal(end)) clearLinks(tx, destination, place);
  setLinks(tx, destination, place, others, placesOfCopy(tx, copy, links));
}

/**
 * Adds the one-way links to this document that belong to documents of the same type. Under the rule `links: "version"`,
 * these links appear together with the version that they lead to.
 */
export function joinLinks(tx: Transaction, { end, source, destination, from, to }: LinkCopy): void {
  if (tx.rules.links === "document") return;
  const links = tx.links(end.relation, source, end.end, from);
  const joining = links.filter((link) => isLinkable(tx, end, otherOf(end)(link), destination));
  for (const link of joining) tx.unlink(end.relation, destination, link.source, link.target);
  const present = tx.links(end.relation, destination, end.end, to);
  const others = [...present, ...joining].map(otherOf(end));
  setLinks(tx, destination, { ends: [end], key: to }, others, { there: () => there(end, links) });
}

/** Whether a relation links documents of one type to each other. */
export function isInternal({ relation }: LinkEnd): boolean {
  return relation.owner === relation.target;
}

/** Under the rule `links: "version"`, a link can only lead to a version that exists. */
function isLinkable(tx: Transaction, end: LinkEnd, other: string, layer: Layer): boolean {
  if (tx.rules.links === "document" || !end.other.draftAndPublish) return true;
  return tx.has(end.other.uid, other, layerFor(end.other, layer));
}

function placesOfCopy(tx: Transaction, copy: LinkCopy, links: readonly NamedLink[]): WantedPlaces {
  const { end } = copy;
  // The relations of a morph attribute are copied one by one; only the places preserve the order among them.
  if (end.end === "source" && end.attribute.kind === "morph")
    return { here: here(end, links), there: () => there(end, links) };
  return tx.rules.links === "version" ? placesOfRows(copy, links) : { there: () => there(end, links) };
}

/**
 * Under the rule `links: "version"`, a new version gets new links: numbered from 1 in its own lists, and at the end of
 * the others'. Recorded from Strapi: the source's numbers are restored between documents of one type and, at a first
 * publication, in the others' lists and in the list of the owner of a many-to-many relation.
 */
function placesOfRows({ end, first }: LinkCopy, links: readonly NamedLink[]): WantedPlaces {
  const { inverse, many } = end.relation;
  if (isInternal(end)) return { here: here(end, links), there: () => there(end, links) };
  if (!first || inverse === null) return { here: NONE };
  const owned = end.end === "source" && many.source && many.target;
  return { here: owned ? here(end, links) : NONE, there: () => there(end, links) };
}

const NONE: ReadonlyMap<string, number> = new Map();

function here(end: LinkEnd, links: readonly NamedLink[]): ReadonlyMap<string, number> {
  return new Map(links.map((link) => [otherOf(end)(link), placeIn(link, end.end)]));
}

function there(end: LinkEnd, links: readonly NamedLink[]): ReadonlyMap<string, number> {
  return new Map(links.map((link) => [otherOf(end)(link), placeIn(link, opposite(end.end))]));
}
