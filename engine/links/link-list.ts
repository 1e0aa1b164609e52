import type { ListOrder } from "../paged/chunk.ts";
import type { Owner } from "../paged/owner.ts";
import { SortedList } from "../paged/sorted-list.ts";
import type { Link } from "./link.ts";

/** Up to this length a list is a plain array that is copied on every change; most documents have a handful of links. */
const SHORT = 16;

/** The links at one end of one document, in order. */
export type LinkList = readonly Link[] | SortedList<Link>;

export const NO_LINKS: LinkList = [];

/** The list with one more link. A long list is changed in place when `owner` owns it, so use only what comes back. */
export function withLink(list: LinkList, link: Link, order: ListOrder<Link, Link>, owner: Owner): LinkList {
  if (!Array.isArray(list)) return addTo((list as SortedList<Link>).fork(owner), link);
  const place = list.findIndex((other) => order.compare(other, link) > 0);
  const longer = place === -1 ? [...list, link] : list.toSpliced(place, 0, link);
  if (longer.length <= SHORT) return longer;
  const sorted = new SortedList<Link>(owner, order);
  for (const item of longer) sorted.add(item, item);
  return sorted;
}

/** The list without a link that is in it. */
export function withoutLink(list: LinkList, link: Link, owner: Owner): LinkList {
  if (Array.isArray(list)) return list.filter((other) => other !== link);
  const shorter = (list as SortedList<Link>).fork(owner);
  shorter.remove(link, link);
  return shorter.length > SHORT / 2 ? shorter : [...shorter];
}

/** Visits the links in order until a visit answers false; answers whether none did. */
export function eachLink(list: LinkList, visit: (link: Link) => boolean): boolean {
  if (!Array.isArray(list)) {
    const sorted = list as SortedList<Link>;
    return sorted.each(sorted.start, sorted.end, visit);
  }
  for (let at = 0; at < list.length; at++) if (!visit(list[at] as Link)) return false;
  return true;
}

/** The highest-placed link. */
export function lastLink(list: LinkList): Link | undefined {
  return Array.isArray(list) ? list.at(-1) : (list as SortedList<Link>).last;
}

function addTo(list: SortedList<Link>, link: Link): SortedList<Link> {
  list.add(link, link);
  return list;
}
