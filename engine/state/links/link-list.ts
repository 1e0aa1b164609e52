import type { Owner } from "../../structures/paged/owner.ts";
import type { ListOrder } from "../../structures/sorted-list/chunk.ts";
import { SortedList } from "../../structures/sorted-list/sorted-list.ts";
import { type Link, placeIn } from "./link.ts";
import type { End } from "./link-end-name.ts";

/** Up to this length a list is a plain array that is copied on every change; most documents have a handful of links. */
const SHORT = 16;

/** The links at one end of one document, in order. Most have a single link, which is stored without a list. */
export type LinkList = Link | readonly Link[] | SortedList<Link>;

export const NO_LINKS: LinkList = [];

/** The list of some links, which are in order; it may hold their array. */
export function listOf(links: readonly Link[], order: ListOrder<Link, Link>, owner: Owner): LinkList {
  return links.length > SHORT ? SortedList.of(owner, order, links, links) : short(links);
}

/**
 * The list with one more link. A long list that `owner` owns is changed in place, so only the returned list may be
 * used.
 */
export function withLink(list: LinkList, link: Link, order: ListOrder<Link, Link>, owner: Owner): LinkList {
  if (list instanceof SortedList) return addTo(list.ownedBy(owner), link);
  const links = arrayOf(list);
  if (links.length === 0) return link;
  const place = links.findIndex((other) => order.compare(other, link) > 0);
  // Unlike a spread, this allocates no spare capacity, which would be a dozen elements per list.
  return listOf(links.toSpliced(place === -1 ? links.length : place, 0, link), order, owner);
}

/** The list without one of its links. */
export function withoutLink(list: LinkList, link: Link, owner: Owner): LinkList {
  if (!(list instanceof SortedList)) {
    const links = arrayOf(list);
    return short(links.toSpliced(links.indexOf(link), 1));
  }
  const shorter = list.ownedBy(owner);
  shorter.remove(link, link);
  return shorter.length > SHORT / 2 ? shorter : [...shorter];
}

export function lengthOf(list: LinkList): number {
  return "length" in list ? list.length : 1;
}

/** The links in order. */
export function linksIn(list: LinkList): Iterable<Link> {
  return list instanceof SortedList ? list : arrayOf(list);
}

/** Visits the links in order until a visit returns false; returns whether none did. */
export function eachLink(list: LinkList, visit: (link: Link) => boolean): boolean {
  if (list instanceof SortedList) return list.each(list.start, list.end, visit);
  if (!("length" in list)) return visit(list);
  for (let at = 0; at < list.length; at++) if (!visit(list[at] as Link)) return false;
  return true;
}

/** The links whose place in the list is from `from` on and before `before`, in order; found by binary search. */
export function linksBetween(list: LinkList, end: End, from: number, before: number): Iterable<Link> {
  if (!(list instanceof SortedList)) {
    return arrayOf(list).filter((link) => placeIn(link, end) >= from && placeIn(link, end) < before);
  }
  const start = list.seek((link) => placeIn(link, end) < from);
  return list.slice(
    start,
    list.seek((link) => placeIn(link, end) < before, start),
  );
}

/** The link with the highest place. */
export function lastLink(list: LinkList): Link | undefined {
  return list instanceof SortedList ? list.last : arrayOf(list).at(-1);
}

function arrayOf(list: Link | readonly Link[]): readonly Link[] {
  return "length" in list ? list : [list];
}

function short(links: readonly Link[]): LinkList {
  const [only] = links;
  return links.length === 1 && only !== undefined ? only : links;
}

function addTo(list: SortedList<Link>, link: Link): SortedList<Link> {
  list.add(link, link);
  return list;
}
