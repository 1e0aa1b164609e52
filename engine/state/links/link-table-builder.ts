import type { Owner } from "../../structures/paged/owner.ts";
import { PagedArray } from "../../structures/paged/paged-array.ts";
import type { ListOrder } from "../../structures/sorted-list/chunk.ts";
import { NumberList } from "../rows/number-list.ts";
import { BY_SOURCE_PLACE, BY_TARGET_PLACE, type Link } from "./link.ts";
import { type LinkList, linksIn, listOf } from "./link-list.ts";
import { LinkTable } from "./link-table.ts";

/**
 * Builds a table from links in its own order: by source, and by place in the source's list. Each list is made once, by
 * counting sort at the targets, instead of growing with each link.
 */
export class LinkTableBuilder {
  readonly #owner: Owner;
  readonly #like: LinkTable;
  readonly #bySource: PagedArray<LinkList>;
  /** By target: one more than the last source that is linked to it. */
  readonly #lastSource = new NumberList();
  /** How many links each target has. */
  readonly #counts = new NumberList();
  /** The links of the present source: the first `#count`. */
  readonly #links: Link[] = [];
  #count = 0;
  #source = -1;

  /** `like`: the links of the other status, which has mostly the same: equal links become one object. */
  constructor(owner: Owner, like: LinkTable) {
    this.#owner = owner;
    this.#like = like;
    this.#bySource = new PagedArray(owner);
  }

  /** Adds a link; returns false, and does not add it, if it does not come after all others. */
  add(link: Link): boolean {
    const { source, target } = link;
    if (source !== this.#source) {
      this.#finishSource();
      if (this.#bySource.get(source) !== undefined) return false;
      this.#source = source;
    } else if (!this.#isNext(link)) return false;
    this.#lastSource.set(target, source + 1);
    this.#counts.set(target, this.#counts.at(target) + 1);
    this.#links[this.#count++] = link;
    return true;
  }

  /** The table of all links. The builder must not be used any more. */
  finish(): LinkTable {
    this.#finishSource();
    return new LinkTable(this.#owner, this.#bySource, this.#listsByTarget());
  }

  /** Whether a link of the present source comes after its others, and leads to none of their targets. */
  #isNext(link: Link): boolean {
    const last = this.#links[this.#count - 1];
    if (last !== undefined && BY_SOURCE_PLACE.compare(last, link) >= 0) return false;
    return this.#lastSource.at(link.target) !== link.source + 1;
  }

  #finishSource(): void {
    if (this.#count === 0) return;
    const links = this.#links.slice(0, this.#count);
    this.#count = 0;
    shareEqual(links, this.#like.at("source", this.#source));
    this.#bySource.set(this.#source, listOf(links, BY_SOURCE_PLACE, this.#owner));
  }

  #listsByTarget(): PagedArray<LinkList> {
    const groups = new Array<Link[]>(this.#counts.length);
    for (const list of this.#bySource.values()) {
      for (const link of linksIn(list)) {
        const { target } = link;
        const missing = this.#counts.at(target);
        const group = groups[target] ?? new Array<Link>(missing);
        group[group.length - missing] = link;
        groups[target] = group;
        this.#counts.set(target, missing - 1);
      }
    }
    const lists = new PagedArray<LinkList>(this.#owner);
    groups.forEach((links, target) => {
      lists.set(target, listOf(inOrder(links, BY_TARGET_PLACE), BY_TARGET_PLACE, this.#owner));
    });
    return lists;
  }
}

/** Replaces links by the equal ones of a list; both are in order of places at their source. */
function shareEqual(links: Link[], list: LinkList): void {
  let at = 0;
  for (const other of linksIn(list)) {
    while (at < links.length && BY_SOURCE_PLACE.compare(links[at] as Link, other) < 0) at++;
    const link = links[at];
    if (link === undefined) return;
    if (BY_SOURCE_PLACE.compare(link, other) === 0 && link.inTarget === other.inTarget) links[at] = other;
  }
}

/** The links in an order, which most lists have already. */
function inOrder(links: Link[], { compare }: ListOrder<Link, Link>): Link[] {
  const isSorted = links.every((link, at) => at === 0 || compare(links[at - 1] as Link, link) < 0);
  return isSorted ? links : links.sort(compare);
}
