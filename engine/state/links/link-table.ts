import { invariant } from "../../error.ts";
import type { Owner } from "../../structures/paged/owner.ts";
import { PagedArray } from "../../structures/paged/paged-array.ts";
import { BY_SOURCE_PLACE, BY_TARGET_PLACE, type Link } from "./link.ts";
import type { End } from "./link-end-name.ts";
import { type LinkList, lengthOf, linksIn, NO_LINKS, withLink, withoutLink } from "./link-list.ts";

/** All links of one relation in one layer, found from either end. Both ends always agree (promise P2). */
export class LinkTable {
  readonly #owner: Owner;
  readonly #bySource: PagedArray<LinkList>;
  readonly #byTarget: PagedArray<LinkList>;

  constructor(owner: Owner, bySource = new PagedArray<LinkList>(owner), byTarget = new PagedArray<LinkList>(owner)) {
    this.#owner = owner;
    this.#bySource = bySource;
    this.#byTarget = byTarget;
  }

  /** Whether it never had a link. */
  get isEmpty(): boolean {
    return this.#bySource.length === 0;
  }

  /** The links at this end of this document or component, in order. */
  at(end: End, key: number): LinkList {
    return (end === "source" ? this.#bySource : this.#byTarget).get(key) ?? NO_LINKS;
  }

  find(source: number, target: number): Link | undefined {
    const fromSource = this.at("source", source);
    const fromTarget = this.at("target", target);
    const shorter = lengthOf(fromSource) <= lengthOf(fromTarget) ? fromSource : fromTarget;
    for (const link of linksIn(shorter)) if (link.source === source && link.target === target) return link;
    return undefined;
  }

  /** Adds a link, or replaces the one between the same two documents. */
  add(link: Link): void {
    this.remove(link.source, link.target);
    this.#put("source", link.source, withLink(this.at("source", link.source), link, BY_SOURCE_PLACE, this.#owner));
    this.#put("target", link.target, withLink(this.at("target", link.target), link, BY_TARGET_PLACE, this.#owner));
  }

  remove(source: number, target: number): void {
    const link = this.find(source, target);
    if (link === undefined) return;
    this.#put("source", source, withoutLink(this.at("source", source), link, this.#owner));
    this.#put("target", target, withoutLink(this.at("target", target), link, this.#owner));
  }

  /** Every link, by source and place. */
  *[Symbol.iterator](): Generator<Link> {
    for (const list of this.#bySource.values()) yield* linksIn(list);
  }

  fork(owner: Owner): LinkTable {
    return new LinkTable(owner, this.#bySource.fork(owner), this.#byTarget.fork(owner));
  }

  #put(end: End, key: number, list: LinkList): void {
    invariant(key >= 0, "link ends are numbered");
    (end === "source" ? this.#bySource : this.#byTarget).set(key, lengthOf(list) === 0 ? undefined : list);
  }
}
